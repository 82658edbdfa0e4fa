import { rows, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";

interface Feed {
  id: string;
  createdAt: Date;
}

export const findFeedOf = ({ db, site }: SiteScope, memberId: string): Promise<Feed | undefined> =>
  db.first<Feed>`
    select id, created_at from calendar_feeds
     where site_id = ${site.id} and member_id = ${memberId}
       and created_at >= coalesce((select members.accepted_at from members
                                    where members.site_id = ${site.id} and members.id = ${memberId}), created_at)`;

/**
 * The member of a feed. None if the member is suspended or has left. A person who returns with another account gets a new
 * link: the holder of the former account knows the former one.
 */
export const findMemberOfFeed = ({ db, site }: SiteScope, id: string) =>
  db.first<{ memberId: string; locale: string | null }>`
    select members.id as member_id, coalesce(members.locale, accounts.locale) as locale
      from calendar_feeds
     cross join ${table("members").joined(site.id, sql`calendar_feeds.member_id`)}
     cross join lateral (select * from accounts where accounts.id = members.account_id offset 0) as accounts
     where calendar_feeds.site_id = ${site.id} and calendar_feeds.id = ${id}
       and calendar_feeds.created_at >= coalesce(members.accepted_at, calendar_feeds.created_at)
       and members.status = 'active' and members.roles <> '{}' and ${table("members").present}`;

/** Replaces the feed of a member, so that the former link ends. Returns its ID. */
export async function replaceFeed({ db, site, now }: Context, memberId: string): Promise<string> {
  const row = { siteId: site.id, id: newId(), memberId, createdAt: now };
  await db.run`
    insert into calendar_feeds ${rows(row)}
    on conflict (site_id, member_id) do update set id = excluded.id, created_at = excluded.created_at`;
  return row.id;
}

/** Ends the link of a member. Returns the ID of the feed, if there was one. */
export async function deleteFeed({ db, site }: SiteScope, memberId: string): Promise<string | undefined> {
  const deleted = await db.write.first<{ id: string }>`
    delete from calendar_feeds where site_id = ${site.id} and member_id = ${memberId} returning id`;
  return deleted?.id;
}
