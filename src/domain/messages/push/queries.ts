import type { StoredMethods } from "#access/authentication-methods.ts";
import type { Role } from "#access/roles.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { columns } from "#domain/messages/notifications/queries.ts";
import type { NotificationRow } from "#domain/messages/notifications/notification.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { seam } from "#domain/platform/seam.ts";
import { hasRoleRules } from "#domain/platform/site/role-settings.ts";

/** Devices of a person to which a notification goes at most: those that they used last. */
const maxDevices = 20;

/** A signed-in browser has one device, which ends with the session. */
export const storeDevice = ({ db, site }: SiteScope, sessionId: string, sealed: Buffer | null): Promise<number> =>
  db.run`
    update sessions set push = ${sealed}
     where site_id = ${site.id} and id = ${sessionId} and (push is not null or ${sealed}::bytea is not null)`;

/** Removes the device of a session unless it has another one by now. */
export const removeDevice = ({ db, site }: SiteScope, sessionId: string, sealed: Buffer): Promise<number> =>
  db.run`
    update sessions set push = null where site_id = ${site.id} and id = ${sessionId} and push = ${sealed}`;

export async function hasDevice({ db, site }: SiteScope, sessionId: string): Promise<boolean> {
  const found = await db.first`
    select id from sessions where site_id = ${site.id} and id = ${sessionId} and push is not null`;
  return found !== undefined;
}

/** A session of a member with what the rules of their roles depend on. */
export interface RuledSession {
  roles: readonly Role[];
  amr: StoredMethods;
  openedAt: Date;
  lastSeenAt: Date;
}

/** Returns whether the rules of the roles permit a session that has neither expired nor been revoked. */
export const isPermittedByRoles = seam<[Context, RuledSession], boolean>("knows the rules of roles for sessions");

interface StoredDevice extends Omit<RuledSession, "roles"> {
  id: string;
  push: Buffer;
}

/** Devices of live sessions. */
export async function listDevices(context: Context, memberId: string, roles: readonly Role[]): Promise<StoredDevice[]> {
  const { db, site, now } = context;
  const devices = await db.many<StoredDevice>`
    select id, push, amr, coalesce(opened_at, authenticated_at) as opened_at, last_seen_at from sessions
     where site_id = ${site.id} and member_id = ${memberId} and push is not null and revoked_at is null
       and expires_at > ${now}
     order by last_seen_at desc limit ${maxDevices}`;
  if (!hasRoleRules(site.settings)) return devices;
  const permitted = await Promise.all(devices.map((device) => isPermittedByRoles.call(context, { ...device, roles })));
  return devices.filter((_, index) => permitted[index]);
}

export interface PushedNotification extends NotificationRow {
  roles: Role[];
  locale: string | null;
  timeZone: string | null;
}

/** An unread notification in the inbox of an active member. */
export const findPushed = ({ db, site }: SiteScope, memberId: string, id: string) =>
  db.first<PushedNotification>`
    select ${columns}, coalesce(members.locale, accounts.locale) as locale, members.time_zone, members.roles
      from notifications
     cross join ${table("members").joined(site.id, sql`notifications.member_id`)}
      join accounts on accounts.id = members.account_id
     where notifications.site_id = ${site.id} and notifications.id = ${id} and notifications.member_id = ${memberId}
       and in_inbox and read_at is null and members.status = 'active'`;
