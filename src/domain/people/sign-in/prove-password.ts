import { selfOf } from "#domain/platform/callers/own-session.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { findAuthentication } from "#domain/people/sessions/queries.ts";
import { verifyPassword } from "#domain/people/accounts/password.ts";
import type { Account } from "#domain/people/accounts/account.ts";
import { emailKey } from "#domain/platform/email.ts";
import { AuthenticationTooOld, isRecent } from "#domain/platform/authentication/is-recent.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { isKnownBrowser } from "#domain/people/sessions/known-browsers.ts";
import { throttleSignIn, signInSourceOf, refundAttempt } from "./throttle.ts";

/** Throws `AuthenticationTooOld` if a password does not prove the person, and they have not authenticated a moment ago. */
async function requireMoreThanPassword(context: Context, { passwordHash }: Account): Promise<void> {
  const { sessionId, memberId } = selfOf(context);
  if (passwordHash !== null && !hasFactor(await findFactors(context, memberId))) return;
  const session = await findAuthentication(context, sessionId);
  if (!session || !isRecent(session, context.now)) throw new AuthenticationTooOld("Authenticate again.");
}

interface Attempt {
  memberId: string;
  account: Account;
  password: string;
  /** Secret of the browser's own cookie. */
  browser: string;
}

/**
 * Checks the signed-in person's password before sensitive actions (reauthentication). Uses the sign-in rate limits,
 * so that an unattended browser cannot guess it. For a person with a second factor, the password is not enough, and an
 * account without a password has none to prove: throws `AuthenticationTooOld` unless they authenticated a moment ago.
 * Throws `rate_limited`.
 */
export async function provePassword(context: RequestContext, attempt: Attempt): Promise<boolean> {
  const { memberId, account, password, browser } = attempt;
  await requireMoreThanPassword(context, account);
  if (account.passwordHash === null) return true;
  const email = emailKey(account.email);
  const source = signInSourceOf(context.address, browser, await isKnownBrowser(context, memberId, browser));
  await throttleSignIn(context, email, source);
  const correct = await verifyPassword(account.passwordHash, password).catch(async (error) => {
    await refundAttempt(context, email, source);
    throw error;
  });
  if (correct) await refundAttempt(context, email, source);
  else await recordAudit(context, "refusePassword", {});
  return correct;
}

/** Returns the context of a person who has just proven to be there, for the sensitive operation that required it. */
export const provenContext = (context: RequestContext): RequestContext =>
  context.caller.kind === "session"
    ? { ...context, caller: { ...context.caller, authenticatedAt: context.now } }
    : context;
