import * as z from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { addressOfLink, forgottenAddress, linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { mayMailTo } from "#domain/messages/mail-links/may-mail-to.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { requireMayLeaveDomain } from "#domain/people/identity-providers/require-password.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { emailKey } from "#domain/platform/email.ts";
import { noticeExpiry } from "./post-notice.ts";
import { findAccount, findAccountByEmail } from "./queries.ts";
import { requireMailbox } from "./require-mailbox.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";

interface Input {
  email: string;
  /** The current password, as reauthentication. */
  password: string;
  /** Secret of the browser's own cookie. */
  browser: string;
  /** Locale of the page. */
  locale: Locale;
}

/**
 * Mails a confirmation link to the new address, and a notice to the current one. The address changes only when the
 * link is used. Only the mailbox reveals whether the new address already has an account. Returns false if the
 * password is wrong; throws `validation_failed`, MailboxUnproven and `rate_limited`.
 */
export async function requestEmailChange(context: RequestContext, input: Input): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const { password, browser, locale } = input;
  const email = EmailAddress.safeParse(input.email);
  if (!email.success) throw validationFailed("/email", "invalid", firstIssue(email.error).message);
  const account = await findAccount(context.db, accountId);
  if (!account || !(await provePassword(context, { memberId, account, password, browser }))) return false;
  await requireMailbox(context, account);
  if (emailKey(account.email) === emailKey(email.data)) {
    throw validationFailed("/email", "unchanged", "This is already the address of your account.");
  }
  await requireMayLeaveDomain(context, account.email, email.data);
  const mayMail = await mayMailTo(context, "change_email", account.email);
  if (mayMail && (await mayMailTo(context, "change_email", email.data))) {
    await perform(mailChangeLink, context, { email: email.data, locale });
  }
  return true;
}

const mailChangeLink = operation({
  name: "requestEmailChange",
  summary: "Send a link that changes the email address",
  writes: { only: ["session"] },
  input: z.object({ email: z.string(), locale: z.enum(locales) }),
  output: z.object({}),
  async run(context, { email, locale }) {
    const { db, site, now } = context;
    const mail = requireMail(context);
    const account = await mustExist(findAccount(db, selfOf(context).accountId));
    const taken = (await findAccountByEmail(db, email)) !== undefined;
    const secret = await insertMailLink(context, { purpose: "change_email", accountId: account.id, email }, taken);
    const to = { email, locale, until: linkExpiry(now) };
    await mail.post(
      context,
      to,
      taken ? { kind: "emailTaken" } : { kind: "changeEmail", link: addressOfLink(site, "change_email", secret) },
    );
    const notice = { kind: "emailChangeAsked", email, link: forgottenAddress(site) } as const;
    await mail.post(context, { email: account.email, locale, until: noticeExpiry(context) }, notice);
    return {};
  },
  audit: () => ({}),
});
