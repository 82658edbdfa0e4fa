import * as z from "zod";
import type { RequestContext } from "#domain/context.ts";
import { mailLocale } from "#domain/mail/text/catalogue.ts";
import { type MailLink } from "#domain/mail-links/mail-link.ts";
import { refuseLink, requireMailLink, spendMailLink } from "#domain/mail-links/queries.ts";
import { setAccountPassword } from "#domain/members/set-account-password.ts";
import { operation, perform } from "#domain/operation.ts";
import { locales } from "#domain/sites/site.ts";
import { emailKey } from "./email.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { postPasswordChanged } from "./post-notice.ts";
import { holdAccount } from "./queries.ts";

interface Given {
  /** The secret of the link that was mailed. */
  link: string;
  password: string;
  /** Whether the person asks to disconnect their connected apps at all sites. */
  disconnectApps: boolean;
  /** Of the page. */
  locale: (typeof locales)[number];
}

/**
 * Sets the password of whoever got the link, which works once, and signs them out everywhere. Answers the link, for
 * what it remembers of how it was asked for. Throws `not_found` for a link that works no more, `validation_failed` for
 * a password that is not good: the link stays good then.
 */
export async function setNewPassword(context: RequestContext, given: Given): Promise<MailLink> {
  const { link, password, disconnectApps, locale } = given;
  const found = await requireMailLink(context, ["set_password"], link);
  requireGoodPassword(password, found.email);
  // Before the transaction, which would keep a connection waiting for its turn at the hash.
  const passwordHash = await hashPassword(password);
  await perform(setPassword, context, { link, passwordHash, disconnectApps, locale });
  return found;
}

const setPassword = operation({
  name: "setPassword",
  summary: "Set the password of an account by a link that was mailed to its address",
  access: { only: ["anonymous", "session"] },
  writes: true,
  input: z.object({
    link: z.string(),
    passwordHash: z.string(),
    disconnectApps: z.boolean(),
    locale: z.enum(locales),
  }),
  output: z.object({}),
  async run(context, { link, passwordHash, disconnectApps, locale }) {
    const { accountId, email } = await spendMailLink(context, ["set_password"], link);
    const account = accountId === null ? undefined : await holdAccount(context.db, accountId);
    if (!account || emailKey(account.email) !== emailKey(email)) return refuseLink();
    const { id } = account;
    await setAccountPassword(context, {
      accountId: id,
      passwordHash,
      action: "setPassword",
      byThemselves: true,
      disconnects: disconnectApps ? "all" : "by_setting",
    });
    if (account.passwordHash) await postPasswordChanged(context, account, mailLocale(account.locale, locale));
    return {};
  },
});
