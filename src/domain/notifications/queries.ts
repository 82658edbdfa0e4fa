import { rows, sql } from "#database/sql.ts";
import type { Context, SiteScope } from "#domain/context.ts";
import type { NotificationRow } from "./notification.ts";
import type { SubscriptionRow } from "./subscription.ts";

export const columns = sql`
  notifications.id, topic, link, read_at, notifications.created_at,
  case when template is null then jsonb_build_object('title', title, 'body', body)
       else jsonb_build_object('template', template, 'data', data) end as content`;

export async function countUnread({ db, site }: SiteScope, memberId: string | null): Promise<number> {
  const { count } = (await db.first<{ count: number }>`
    select count(*) as count from notifications
     where site_id = ${site.id} and member_id = ${memberId} and read_at is null`)!;
  return count;
}

/** The notification as it is afterwards, undefined where the member has no such one. What was read keeps its moment. */
export async function markRead({ db, site, now }: Context, memberId: string | null, id: string) {
  await db.run`
    update notifications set read_at = ${now}
     where site_id = ${site.id} and id = ${id} and member_id = ${memberId} and read_at is null`;
  return db.first<NotificationRow>`
    select ${columns} from notifications
     where site_id = ${site.id} and id = ${id} and member_id = ${memberId}`;
}

/** Says how many were unread until now. */
export const markReadUntil = ({ db, site, now }: Context, memberId: string | null, before: Date): Promise<number> =>
  db.run`
    update notifications set read_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and read_at is null and created_at <= ${before}`;

/** The language that the member has chosen, here or with their account. */
export const findLocale = async ({ db, site }: SiteScope, memberId: string | null) =>
  (
    await db.first<{ locale: string | null }>`
    select coalesce(members.locale, accounts.locale) as locale from members
      join accounts on accounts.id = members.account_id
     where members.site_id = ${site.id} and members.id = ${memberId}`
  )?.locale;

/** What the member chose; where they did not, a default holds. */
export const listChoices = ({ db, site }: SiteScope, memberId: string | null) =>
  db.many<SubscriptionRow>`
    select topic, channel, enabled, updated_at from notification_subscriptions
     where site_id = ${site.id} and member_id = ${memberId}`;

/** Choosing what was chosen already changes nothing. */
export async function choose(
  { db, site, now }: Context,
  memberId: string | null,
  choice: Pick<SubscriptionRow, "topic" | "channel" | "enabled">,
): Promise<SubscriptionRow> {
  const { topic, channel, enabled } = choice;
  const row = { siteId: site.id, memberId, topic, channel, enabled, updatedAt: now };
  await db.run`
    insert into notification_subscriptions ${rows(row)}
    on conflict (site_id, member_id, topic, channel) do update set enabled = ${enabled}, updated_at = ${now}
     where notification_subscriptions.enabled <> ${enabled}`;
  return (await db.first<SubscriptionRow>`
    select topic, channel, enabled, updated_at from notification_subscriptions
     where site_id = ${site.id} and member_id = ${memberId} and topic = ${topic} and channel = ${channel}`)!;
}
