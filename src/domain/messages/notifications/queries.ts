import { rows, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { Addressed, NotificationRow, Topic } from "./notification.ts";
import type { SubscriptionRow } from "./subscription.ts";

export const columns = sql`
  notifications.id, topic, link, read_at, notifications.created_at,
  case when template is null then jsonb_build_object('title', title, 'body', body)
       else jsonb_build_object('template', template, 'data', data) end as content`;

export async function countUnread({ db, site }: SiteScope, memberId: string | null): Promise<number> {
  const { count } = await db.one<{ count: number }>`
    select count(*) as count from notifications
     where site_id = ${site.id} and member_id = ${memberId} and in_inbox and read_at is null`;
  return count;
}

/** More unread notifications are not counted: pages show them as `99+`. */
const maxUnread = 100;

/** The number of unread notifications of a member, at most `maxUnread`: every page of a member counts them. */
export const unreadOf = (siteId: string, memberId: Sql): Sql => sql`
  (select count(*) from (select from notifications
                          where notifications.site_id = ${siteId} and notifications.member_id = ${memberId}
                            and notifications.in_inbox and notifications.read_at is null limit ${maxUnread}) as unread)::integer`;

/** Marks a notification as read and returns it; undefined if the member has no such one. Keeps the first read time. */
export async function markRead({ db, site, now }: Context, memberId: string | null, id: string) {
  await db.run`
    update notifications set read_at = ${now}
     where site_id = ${site.id} and id = ${id} and member_id = ${memberId} and in_inbox and read_at is null`;
  return findNotification({ db, site }, memberId, id);
}

/** Returns a notification in the member's inbox. */
export const findNotification = ({ db, site }: SiteScope, memberId: string | null, id: string) =>
  db.first<NotificationRow>`
    select ${columns} from notifications
     where site_id = ${site.id} and id = ${id} and member_id = ${memberId} and in_inbox`;

/** Marks notifications as read. Returns how many were unread. */
export const markReadUntil = ({ db, site, now }: Context, memberId: string | null, before: Date): Promise<number> =>
  db.run`
    update notifications set read_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and in_inbox and read_at is null
       and created_at <= ${before}`;

/** Returns the locale that the member chose, at this site or in the account. */
export const findLocale = async ({ db, site }: SiteScope, memberId: string | null) =>
  (
    await db.first<{ locale: string | null }>`
    select coalesce(members.locale, accounts.locale) as locale from members
      left join accounts on accounts.id = members.account_id
     where members.site_id = ${site.id} and members.id = ${memberId}`
  )?.locale;

/** A potential recipient with their choices for a topic; null where they made none. */
export interface Recipient {
  memberId: string;
  email: string;
  isVerified: boolean;
  locale: string | null;
  timeZone?: string | null;
  inbox: boolean | null;
  byMail: boolean | null;
  onDevices: boolean | null;
  /** True if a signed-in browser of the member shows notifications. */
  hasDevice: boolean;
}

/** Appointments that a guest has paid for. What costs nothing needs an account. */
const concernsPurchases = (topic: Topic): boolean =>
  topic === "event_changed" || topic === "event_reminder" || topic === "booking_update";

/**
 * Returns the members among these who can be notified, without suspended and removed ones. Invited members have no
 * account and get no mail, except for guests about what they paid for.
 */
export const listRecipients = ({ db, site, now }: Context, topic: Topic, memberIds: readonly string[]) =>
  db.many<Recipient>`
    select members.id as member_id, coalesce(accounts.email, members.email) as email,
           (accounts.email_verified_at is not null and members.status = 'active'
            or members.guest_email_key is not null and members.status = 'invited' and ${concernsPurchases(topic)}) as is_verified,
           coalesce(members.locale, accounts.locale) as locale, members.time_zone, inbox.enabled as inbox,
           mail.enabled as by_mail, push.enabled as on_devices,
           exists (select from sessions
                    where sessions.site_id = ${site.id} and sessions.member_id = members.id
                      and sessions.push is not null and sessions.revoked_at is null
                      and sessions.expires_at > ${now} offset 0) as has_device
      from ${table("members").withIds(site.id, memberIds)}
      left join lateral (select * from accounts where accounts.id = members.account_id offset 0) as accounts on true
      left join notification_subscriptions inbox
        on inbox.site_id = members.site_id and inbox.member_id = members.id and inbox.topic = ${topic}
       and inbox.channel = 'inbox'
      left join notification_subscriptions mail
        on mail.site_id = members.site_id and mail.member_id = members.id and mail.topic = ${topic}
       and mail.channel = 'email'
      left join notification_subscriptions push
        on push.site_id = members.site_id and push.member_id = members.id and push.topic = ${topic}
       and push.channel = 'push'
     where members.status in ('active', 'invited') and members.deleted_at is null`;

/** Returns the ids of newly inserted notifications; known causes are skipped. */
export async function insertNotifications(
  { db, site, now }: Context,
  topic: Topic,
  all: readonly (Addressed & { id: string; inInbox: boolean })[],
): Promise<string[]> {
  const input = all.map(({ id, memberId, content, link, cause, inInbox }) => ({
    ...content,
    id,
    memberId,
    link,
    cause,
    inInbox,
  }));
  const inserted = await db.write.many<{ id: string }>`
    insert into notifications (site_id, id, member_id, topic, template, data, title, body, link, cause, in_inbox,
                               created_at)
    select ${site.id}, id, "memberId", ${topic}, template, coalesce(data, '{}'), title, body, link, cause, "inInbox",
           ${now}
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as input (id uuid, "memberId" uuid, template text, data jsonb, title text, body text, link text, cause text,
                 "inInbox" boolean)
    on conflict do nothing
    returning id`;
  return inserted.map(({ id }) => id);
}

/** Returns the member's choices; defaults apply otherwise. */
export const listChoices = ({ db, site }: SiteScope, memberId: string | null) =>
  db.many<SubscriptionRow>`
    select topic, channel, enabled, updated_at from notification_subscriptions
     where site_id = ${site.id} and member_id = ${memberId}`;

/** Stores a choice; repeating it has no effect. */
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
  return db.one<SubscriptionRow>`
    select topic, channel, enabled, updated_at from notification_subscriptions
     where site_id = ${site.id} and member_id = ${memberId} and topic = ${topic} and channel = ${channel}`;
}
