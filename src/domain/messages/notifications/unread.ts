import { type Sql, sql } from "#database/statements/sql.ts";

/** More unread notifications are not counted: pages show them as `99+`. */
const maxUnread = 100;

/** The number of unread notifications of a member, at most `maxUnread`: every page of a member counts them. */
export const unreadOf = (siteId: string, memberId: Sql): Sql => sql`
  (select count(*) from (select from notifications
                          where notifications.site_id = ${siteId} and notifications.member_id = ${memberId}
                            and notifications.in_inbox and notifications.read_at is null limit ${maxUnread}) as unread)::integer`;
