import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { addingUp, type Chunk, type Counted } from "#domain/platform/rollups/add-up.ts";
import { uncounted } from "./uncounted.ts";

/** Counts seats at the time of registration, and attendance on the day the event ends. */
export const countRegistrations = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select regs.*, happening.event_end
        from (select id, event_id, created_at, counted_status, counted_quantity, counted_ends_at,
                     case when deleted_at is null then status else 'deleted' end as status,
                     case when deleted_at is null and status in ('registered', 'checked_in', 'no_show')
                          then quantity else 0 end as quantity
                from event_registrations
               where site_id = ${site.id} and ${uncounted.event_registrations} and id > ${after}::uuid
               order by id limit ${limit} for no key update skip locked) as regs
       cross join lateral (
         select ${endOfEvent} as event_end from events
          where events.site_id = ${site.id} and events.id = regs.event_id limit 1) as happening
    ), marked as (
      update event_registrations
         set counted_status = found.status, counted_quantity = found.quantity, counted_ends_at = found.event_end
        from found where event_registrations.site_id = ${contentOf(site.id)} and event_registrations.id = found.id
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (
         values ('event_registrations', created_at, quantity - counted_quantity),
                ('places_expected', counted_ends_at, -counted_quantity), ('places_expected', event_end, quantity),
                ('places_attended', counted_ends_at,
                 case when counted_status = 'checked_in' then -counted_quantity else 0 end),
                ('places_attended', event_end, case when status = 'checked_in' then quantity else 0 end))
         as changes (counter, at, value)
       cross join lateral (values ('', ''), ('event', event_id::text)) as facets (dimension, key)
       where changes.at is not null and changes.value <> 0
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;

const endOfEvent = sql`case when events.deleted_at is null and events.status <> 'canceled' then events.ends_at end`;

/**
 * Moves the counts of rescheduled and canceled events. One event per statement, because it can have many
 * registrations.
 */
export const countEvents = ({ db, site }: SiteScope, { after }: Chunk) =>
  db.write.first<Counted>`
    with moved as (
      select events.id, ${endOfEvent} as event_end
        from events
       where events.site_id = ${site.id} and ${uncounted.events} and events.id > ${after}::uuid
       order by events.id limit 1 for no key update skip locked
    ), marked as (
      update events set counted_ends_at = moved.event_end
        from moved where events.site_id = ${site.id} and events.id = moved.id
    ), found as (
      -- Not a join, which a cluster cannot lock: a statement has at most one event.
      select regs.id, regs.event_id, regs.counted_status, regs.counted_quantity, regs.counted_ends_at,
             (select moved.event_end from moved) as event_end
        from event_registrations regs
       where regs.site_id = ${site.id} and regs.event_id = (select moved.id from moved)
         and regs.counted_status is not null
         and regs.counted_ends_at is distinct from (select moved.event_end from moved)
       order by regs.id for no key update
    ), followed as (
      update event_registrations set counted_ends_at = found.event_end
        from found where event_registrations.site_id = ${contentOf(site.id)} and event_registrations.id = found.id
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency,
             changes.sign * changes.value as value
        from found
       cross join lateral (
         values ('places_expected', counted_ends_at, -1, counted_quantity),
                ('places_expected', event_end, 1, counted_quantity),
                ('places_attended', counted_ends_at, -1,
                 case when counted_status = 'checked_in' then counted_quantity else 0 end),
                ('places_attended', event_end, 1,
                 case when counted_status = 'checked_in' then counted_quantity else 0 end))
         as changes (counter, at, sign, value)
       cross join lateral (values ('', ''), ('event', event_id::text)) as facets (dimension, key)
       where changes.at is not null and changes.value <> 0
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from moved`;
