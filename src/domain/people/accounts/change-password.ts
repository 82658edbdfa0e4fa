import * as z from "zod";
import { hasTwoFactors, withMethod } from "#access/authentication-methods.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { setAccountPassword } from "#domain/people/members/access/set-account-password.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { openSession, type SignInClient } from "#domain/people/sign-in/open-session.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import { findAuthentication } from "#domain/people/sessions/queries.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { hashPassword, requireGoodPassword } from "./password.ts";
import { requireMailbox } from "./require-mailbox.ts";
import { postPasswordChanged } from "./post-notice.ts";
import { findAccount, lockAccount } from "./queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";

export { MailboxUnproven } from "./require-mailbox.ts";

interface Input extends SignInClient {
  /** The current password. */
  current: string;
  password: string;
  /** Locale of the page. */
  locale: Locale;
}

/**
 * Changes the password of the signed-in person and signs them out everywhere. Returns the secret of a new session for
 * this browser, or undefined if the current password is wrong. Throws `validation_failed` for an unacceptable new
 * password, MailboxUnproven, and `rate_limited`.
 */
export async function changePassword(context: RequestContext, input: Input): Promise<string | undefined> {
  const { memberId, accountId } = selfOf(context);
  const { current, password, browser, userAgent, locale } = input;
  const account = await findAccount(context.db, accountId);
  requireGoodPassword(password, account?.email ?? "");
  if (!account || !(await provePassword(context, { memberId, account, password: current, browser }))) return undefined;
  await requireMailbox(context, account);
  const passwordHash = await hashPassword(password);
  const change = { provenHash: account.passwordHash, passwordHash, browser, userAgent, locale };
  return (await perform(changeOwnPassword, context, change)).session;
}

const changeOwnPassword = operation({
  name: "changePassword",
  summary: "Change the password of the signed-in person",
  writes: { only: ["session"] },
  input: z.object({
    provenHash: z.string().nullable(),
    passwordHash: z.string(),
    browser: z.string(),
    userAgent: z.string(),
    locale: z.enum(locales),
  }),
  output: z.object({ session: z.string() }),
  async run(context, { provenHash, passwordHash, browser, userAgent, locale }) {
    const { memberId, accountId, sessionId } = selfOf(context);
    const account = await lockAccount(context.db, accountId);
    if (!account || account.passwordHash !== provenHash) {
      throw new Problem("conflict", "Another request changed the password. Sign in again.");
    }
    await setAccountPassword(context, { accountId, passwordHash, action: "changePassword", choice: { by: "same" } });
    await postPasswordChanged(context, account, mailLocale(account.locale, locale));
    // The factors of the session that ends stay proven, since then: the password alone does not prove them again.
    const { amr, authenticatedAt } = await mustExist(findAuthentication(context, sessionId));
    const client = { browser, userAgent, ...(hasTwoFactors(amr) && { authenticatedAt }) };
    const session = await openSession(context, memberId, client, withMethod("pwd", amr));
    if (session !== undefined) return { session };
    throw new Problem("conflict", "Another request added a second factor. Sign in again.");
  },
  unaudited: "recorded at each site of the person (setAccountPassword)",
});
