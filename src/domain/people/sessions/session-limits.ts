import type { Role } from "#access/roles.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { idleTimeOf, sessionSettings } from "#domain/platform/site/role-settings.ts";

type Scope = Pick<SiteScope, "site">;

/** Limits of a session, in seconds. */
interface SessionLimits {
  /** Without use. */
  idle: number;
  /** Since the sign-in. Infinite by default. */
  absolute: number;
}

/** Returns the strictest limits of a member's roles. */
export function sessionLimitsOf({ site: { settings } }: Scope, memberRoles: readonly Role[]): SessionLimits {
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
export function isWithinLimits(scope: Scope, { roles: memberRoles, openedAt, lastSeenAt }: Used, now: Date): boolean {
  const { idle, absolute } = sessionLimitsOf(scope, memberRoles);
  const isUsed = idle >= scope.site.settings.sessionLifetime || secondsSince(lastSeenAt, now) < idle;
  return isUsed && secondsSince(openedAt, now) < absolute;
}

/** Returns the time at which a session ends unless it is used before. */
export function sessionExpiry(scope: Scope, { roles: memberRoles, openedAt, lastSeenAt }: Used): Date {
  const { idle, absolute } = sessionLimitsOf(scope, memberRoles);
  const idleEnd = lastSeenAt.getTime() + idle * 1000;
  return new Date(absolute === Infinity ? idleEnd : Math.min(idleEnd, openedAt.getTime() + absolute * 1000));
}

const secondsSince = (time: Date, now: Date): number => (now.getTime() - time.getTime()) / 1000;
