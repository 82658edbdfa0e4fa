import { verifyPassword } from "#domain/people/accounts/password.ts";
import type { Account } from "#domain/people/accounts/account.ts";
import { emailKey } from "#domain/platform/email.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { isKnownBrowser } from "#domain/people/sessions/known-browsers.ts";
import { throttleSignIn, signInSourceOf, refundAttempt } from "./throttle.ts";

interface Attempt {
  memberId: string;
  account: Account;
  password: string;
  /** Secret of the browser's own cookie. */
  browser: string;
}

/**
 * Checks the signed-in person's password before sensitive actions (reauthentication). Uses the sign-in rate limits,
 * so that an unattended browser cannot guess it. Throws `rate_limited`.
 */
export async function provePassword(context: RequestContext, attempt: Attempt): Promise<boolean> {
  const { memberId, account, password, browser } = attempt;
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
