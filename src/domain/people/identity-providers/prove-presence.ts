import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/people/accounts/self.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import type { RequestContext } from "#domain/platform/context.ts";

export interface Presence {
  /** The current password. */
  password: string;
  /** Secret of the browser's own cookie. */
  browser: string;
  /** Time at which the session was authenticated. */
  authenticatedAt: Date;
}

/** Minutes after a sign-in in which a person without a password changes how they sign in. */
const recentMinutes = 10;

/** Returns whether a sign-in at this time still proves that the person is there. */
export const isRecent = ({ now }: Pick<RequestContext, "now">, authenticatedAt: Date): boolean =>
  now.getTime() - authenticatedAt.getTime() < recentMinutes * 60_000;

/** Returns whether the signed-in person has a password, which sensitive changes then ask for. */
export async function hasPassword(context: RequestContext): Promise<boolean> {
  const account = await findAccount(context.db, selfOf(context).accountId);
  return account !== undefined && account.passwordHash !== null;
}

/**
 * Checks before sensitive changes that the person of the session is there: by the password, or by a recent sign-in if
 * the account has none. Throws `rate_limited`.
 */
export async function provePresence(
  context: RequestContext,
  { password, browser, authenticatedAt }: Presence,
): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  if (!account) return false;
  if (account.passwordHash === null) return isRecent(context, authenticatedAt);
  return provePassword(context, { memberId, account, password, browser });
}
