import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import type { RequestContext } from "#domain/platform/context.ts";

export interface Presence {
  /** The current password. Ignored if the account has none. */
  password: string;
  /** Secret of the browser's own cookie. */
  browser: string;
}

/** Checks before sensitive changes that the person of the session is there. Throws like `provePassword`. */
export async function provePresence(context: RequestContext, { password, browser }: Presence): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  return account !== undefined && provePassword(context, { memberId, account, password, browser });
}
