import type { SiteScope } from "#domain/platform/context.ts";
import { addingUp, type Chunk, type Counted } from "#domain/platform/rollups/add-up.ts";
import { uncounted } from "./uncounted.ts";

/** Counts new members by their locale at that time, and sign-ins from each member's total and last sign-in. */
export const countMembers = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select id, counted_joined_at, counted_locale, locale, counted_sign_ins, sign_in_count, last_sign_in_at,
             case when deleted_at is null and status <> 'invited' then joined_at end as joined_at
        from members
       where site_id = ${site.id} and ${uncounted.members} and id > ${after}::uuid
       order by id limit ${limit} for no key update skip locked
    ), marked as (
      update members
         set counted_joined_at = found.joined_at, counted_sign_ins = found.sign_in_count,
             counted_locale = case when found.counted_joined_at is distinct from found.joined_at
                                   then found.locale else found.counted_locale end
        from found where members.site_id = ${site.id} and members.id = found.id
    ), entries as (
      select 'new_members' as counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (values (counted_joined_at, counted_locale, -1), (joined_at, locale, 1))
         as changes (at, locale, value)
       cross join lateral (values ('', ''), ('locale', coalesce(changes.locale, ''))) as facets (dimension, key)
       where changes.at is not null and counted_joined_at is distinct from joined_at
       union all
      select 'sign_ins', last_sign_in_at, '', '', '', sign_in_count - counted_sign_ins from found
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;
