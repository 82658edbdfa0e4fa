import { rows, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { unreadOf } from "#domain/messages/notifications/queries.ts";
import type { RuledSession } from "#domain/messages/push/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { type Authentication, hasTwoFactors, type StoredMethods } from "#access/authentication-methods.ts";
import type { Role } from "#access/roles.ts";
import { lacksFactor } from "#access/factor-policy.ts";
import type { Session } from "./session.ts";
import { idleTimeOf, sessionSettings } from "#domain/platform/site/role-settings.ts";

/**
 * Finds the live session of a cookie; none for a member who is suspended or has no role, and none that lacks the second
 * factor of a role. Every surface thus takes its person for a visitor.
 */
export async function findSession(scope: SiteScope, secret: string, now: Date): Promise<Session | undefined> {
  const session = await readSession(scope, secret, now);
  return session && !lacksFactor(scope.site.settings, session) ? session : undefined;
}

/** Finds a live session that lacks the second factor of a role. It has no roles: it only permits setting one up. */
export async function findSetupSession(scope: SiteScope, secret: string, now: Date): Promise<Session | undefined> {
  const session = await readSession(scope, secret, now);
  return session && lacksFactor(scope.site.settings, session) ? { ...session, roles: [], isSetup: true } : undefined;
}

async function readSession(scope: SiteScope, secret: string, now: Date): Promise<Session | undefined> {
  const { db, site } = scope;
  // Looks up by keys alone, conditions above: see `tokenRows`.
  const session = await db.first<Session>`
    select id, member_id, account_id, authenticated_at, amr, opened_at, last_seen_at, roles, name, email, has_password,
           locale, time_zone, theme, unread
      from (select sessions.id, sessions.member_id, members.account_id, sessions.authenticated_at,
                   sessions.amr, ${openedAt} as opened_at, sessions.last_seen_at, members.roles, members.name, accounts.email,
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
  return session && isWithinLimits(scope, session, now) ? session : undefined;
}

/** Returns whether a live session counts for the roles of its member. */
export const isPermitted = async (context: Context, session: RuledSession): Promise<boolean> =>
  isWithinLimits(context, session, context.now) && !lacksFactor(context.site.settings, session);

/** SQL expression of the time at which a session began. Sessions of earlier releases did not record it. */
const openedAt = sql`coalesce(sessions.opened_at, sessions.authenticated_at)`;

/** Finds when and how the person of a session authenticated, also of one that has ended. */
export const findAuthentication = ({ db, site }: SiteScope, id: string): Promise<Authentication | undefined> =>
  db.first<Authentication>`
    select authenticated_at, amr from sessions where site_id = ${site.id} and id = ${id}`;

/** Returns whether a session was not signed out, also by a transaction that committed while this one waited for a lock. */
export async function isUnrevoked({ db, site }: Context, id: string): Promise<boolean> {
  const found = await db.first`
    select id from sessions where site_id = ${site.id} and id = ${id} and revoked_at is null`;
  return found !== undefined;
}

/** The member's latest sessions, ended ones included. */
export async function latestSessionIds({ db, site }: SiteScope, memberId: string): Promise<string[]> {
  const latest = await db.many<{ id: string }>`
    select id from sessions where site_id = ${site.id} and member_id = ${memberId} order by last_seen_at desc limit 50`;
  return latest.map(({ id }) => id);
}

interface NewSession {
  memberId: string;
  /** Roles of the member, which limit the session. Guests have none. */
  roles?: readonly Role[];
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
  { amr = [], authenticatedAt = now, roles = [], ...session }: NewSession,
): Promise<string> {
  const secret = newSecret("lss");
  const row = {
    siteId: site.id,
    id: newId(),
    digest: digest(secret),
    ...session,
    amr,
    authenticatedAt,
    openedAt: now,
    lastSeenAt: now,
    expiresAt: sessionExpiry({ site }, { roles, openedAt: now, lastSeenAt: now }),
  };
  await db.run`insert into sessions ${rows(row)}`;
  return secret;
}

/** Sliding expiration: every use extends the session, up to its absolute lifetime. */
export async function keepSession(
  { db, site }: SiteScope,
  { id, ...session }: Pick<Session, "id" | "roles" | "openedAt">,
  now: Date,
): Promise<void> {
  await db.run`
    update sessions set last_seen_at = ${now}, expires_at = ${sessionExpiry({ site }, { ...session, lastSeenAt: now })}
     where site_id = ${site.id} and id = ${id} and revoked_at is null`;
}

/**
 * Records that the person of a session has authenticated again. Two factors add to the methods of the session. One
 * replaces them: a factor that was removed since then is no longer proven.
 */
export async function proveSession(
  { db, site, now }: Context,
  id: string,
  amr: StoredMethods,
  authenticatedAt: Date = now,
): Promise<void> {
  await db.run`
    update sessions
       set authenticated_at = ${authenticatedAt}, amr = array(select distinct method
                           from unnest(case when ${hasTwoFactors(amr)} then amr else '{}' end || ${amr}::text[]) as method
                          order by method)
     where site_id = ${site.id} and id = ${id} and revoked_at is null`;
}

/** Records that a session continues another one of its provider, whose logout then ends it. */
export async function followProvider(
  { db, site }: Context,
  id: string,
  { providerId, session }: { providerId: string; session: string },
): Promise<void> {
  await db.run`
    update sessions set provider_session = ${session}
     where site_id = ${site.id} and id = ${id} and (identity_provider_id = ${providerId}) is true`;
}

/** Records that the member has no second factor anymore: their sessions prove none. */
export async function forgetFactors({ db, site }: SiteScope, memberId: string): Promise<void> {
  await db.run`
    update sessions
       set amr = array(select method from unnest(amr) as method
                        where method not in ('otp', 'hwk', 'swk', 'user', 'mfa') order by method)
     where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null`;
}

/** SQL condition: the member's session is neither expired nor revoked, and within the limits of their roles. */
export function liveSessionsOf(context: Context, memberId: string, roles: readonly Role[]): Sql {
  const { now, site } = context;
  const { idle, absolute } = sessionLimitsOf(context, roles);
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return sql`
    sessions.member_id = ${memberId} and sessions.expires_at > ${now} and sessions.revoked_at is null
    ${idle < site.settings.sessionLifetime ? sql`and sessions.last_seen_at > ${ago(idle)}` : sql``}
    ${absolute === Infinity ? sql`` : sql`and ${openedAt} > ${ago(absolute)}`}`;
}

export async function revokeSession({ db, site, now }: Context, id: string, memberId: string): Promise<boolean> {
  const revoked = await db.run`
    update sessions set revoked_at = ${now}, push = null
     where site_id = ${site.id} and id = ${id} and member_id = ${memberId} and revoked_at is null`;
  return revoked === 1;
}

export function revokeOtherSessions({ db, site, now }: Context, keptId: string, memberId: string): Promise<number> {
  return db.run`
    update sessions set revoked_at = ${now}, push = null
     where site_id = ${site.id} and member_id = ${memberId} and id <> ${keptId} and revoked_at is null`;
}

type Scope = Pick<SiteScope, "site">;

/** Limits of a session, in seconds. */
interface SessionLimits {
  /** Without use. */
  idle: number;
  /** Since the sign-in. Infinite by default. */
  absolute: number;
}

/** Returns the strictest limits of a member's roles. */
function sessionLimitsOf({ site: { settings } }: Scope, memberRoles: readonly Role[]): SessionLimits {
  const absolute = memberRoles.map((role) => settings[sessionSettings[role].absolute] || Infinity);
  return { idle: idleTimeOf(settings, memberRoles), absolute: Math.min(...absolute) };
}

interface Used {
  roles: readonly Role[];
  openedAt: Date;
  lastSeenAt: Date;
}

/**
 * Returns whether the limits of the member's current roles permit a session whose stored expiry has not passed. The
 * general lifetime is part of the stored expiry.
 */
function isWithinLimits(scope: Scope, { roles: memberRoles, openedAt, lastSeenAt }: Used, now: Date): boolean {
  const { idle, absolute } = sessionLimitsOf(scope, memberRoles);
  const isUsed = idle >= scope.site.settings.sessionLifetime || secondsSince(lastSeenAt, now) < idle;
  return isUsed && secondsSince(openedAt, now) < absolute;
}

/** Returns the time at which a session ends unless it is used before. */
function sessionExpiry(scope: Scope, { roles: memberRoles, openedAt, lastSeenAt }: Used): Date {
  const { idle, absolute } = sessionLimitsOf(scope, memberRoles);
  const idleEnd = lastSeenAt.getTime() + idle * 1000;
  return new Date(absolute === Infinity ? idleEnd : Math.min(idleEnd, openedAt.getTime() + absolute * 1000));
}

const secondsSince = (time: Date, now: Date): number => (now.getTime() - time.getTime()) / 1000;
