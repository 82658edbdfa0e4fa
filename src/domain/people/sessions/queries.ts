import { rows, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { unreadOf } from "#domain/messages/notifications/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { type Authentication, hasTwoFactors, type StoredMethods } from "#access/authentication-methods.ts";
import type { Session } from "./session.ts";

/** Finds the live session of a cookie; none for a member who is suspended or has no role. */
export function findSession({ db, site }: SiteScope, secret: string, now: Date): Promise<Session | undefined> {
  // Looks up by keys alone, conditions above: see `tokenRows`.
  return db.first<Session>`
    select id, member_id, account_id, authenticated_at, amr, last_seen_at, roles, name, email, has_password,
           locale, time_zone, theme, unread
      from (select sessions.id, sessions.member_id, members.account_id, sessions.authenticated_at,
                   sessions.amr, sessions.last_seen_at, members.roles, members.name, accounts.email,
                   accounts.password_hash is not null as has_password,
                   coalesce(members.locale, accounts.locale) as locale, members.time_zone, members.theme,
                   ${unreadOf(site.id, sql`sessions.member_id`)} as unread,
                   sessions.expires_at > ${now} and sessions.revoked_at is null
                   and members.status = 'active' and members.roles <> '{}' as is_live
              from sessions
             cross join ${table("members").joined(site.id, sql`sessions.member_id`)}
             cross join lateral (select * from accounts where accounts.id = members.account_id offset 0) as accounts
             where sessions.site_id = ${site.id} and sessions.digest = ${digest(secret)}
            offset 0) as found
     where is_live`;
}

/** Finds when and how the person of a session authenticated, also of one that has ended. */
export const findAuthentication = ({ db, site }: SiteScope, id: string): Promise<Authentication | undefined> =>
  db.first<Authentication>`
    select authenticated_at, amr from sessions where site_id = ${site.id} and id = ${id}`;

/** The member's latest sessions, ended ones included. */
export async function latestSessionIds({ db, site }: SiteScope, memberId: string): Promise<string[]> {
  const latest = await db.many<{ id: string }>`
    select id from sessions where site_id = ${site.id} and member_id = ${memberId} order by last_seen_at desc limit 50`;
  return latest.map(({ id }) => id);
}

interface NewSession {
  memberId: string;
  /** Methods of the authentication. Guests have none. */
  amr?: StoredMethods;
  /** Defaults to now. */
  authenticatedAt?: Date | undefined;
  userAgent: string;
  address: string;
  identityProviderId?: string | null;
  providerSession?: string | null;
}

/** Returns the secret for the cookie; only its digest is stored. */
export async function insertSession(
  { db, site, now }: Context,
  { amr = [], authenticatedAt = now, ...session }: NewSession,
): Promise<string> {
  const secret = newSecret("lss");
  const row = {
    siteId: site.id,
    id: newId(),
    digest: digest(secret),
    ...session,
    amr,
    authenticatedAt,
    lastSeenAt: now,
    expiresAt: expiry(site, now),
  };
  await db.run`insert into sessions ${rows(row)}`;
  return secret;
}

/** Sliding expiration: every use extends the session. */
export async function keepSession({ db, site }: SiteScope, id: string, now: Date): Promise<void> {
  await db.run`
    update sessions set last_seen_at = ${now}, expires_at = ${expiry(site, now)}
     where site_id = ${site.id} and id = ${id} and revoked_at is null`;
}

/**
 * Records that the person of a session has authenticated again. Two factors add to the methods of the session. One
 * replaces them: a factor that was removed since then is no longer proven.
 */
export async function proveSession({ db, site, now }: Context, id: string, amr: StoredMethods): Promise<void> {
  await db.run`
    update sessions
       set authenticated_at = ${now}, amr = array(select distinct method
                           from unnest(case when ${hasTwoFactors(amr)} then amr else '{}' end || ${amr}::text[]) as method
                          order by method)
     where site_id = ${site.id} and id = ${id} and revoked_at is null`;
}

/** SQL condition: the member's session is neither expired nor revoked. */
export const liveSessionsOf = ({ now }: Context, memberId: string): Sql => sql`
  sessions.member_id = ${memberId} and sessions.expires_at > ${now} and sessions.revoked_at is null`;

export async function revokeSession({ db, site, now }: Context, id: string, memberId: string): Promise<boolean> {
  const revoked = await db.run`
    update sessions set revoked_at = ${now}, push = null
     where site_id = ${site.id} and id = ${id} and member_id = ${memberId} and revoked_at is null`;
  return revoked === 1;
}

export function revokeOtherSessions({ db, site, now }: Context, kept: string, memberId: string): Promise<number> {
  return db.run`
    update sessions set revoked_at = ${now}, push = null
     where site_id = ${site.id} and member_id = ${memberId} and id <> ${kept} and revoked_at is null`;
}

const expiry = (site: SiteScope["site"], now: Date) => new Date(now.getTime() + site.settings.sessionLifetime * 1000);
