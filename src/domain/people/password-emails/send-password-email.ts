import * as z from "zod";
import { emailKey } from "#domain/platform/email.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireQuota } from "#domain/platform/rate-limits/require-within.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { addressOfLink, linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { isClaimed } from "#domain/people/accounts/account.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { requirePasswordSignIn } from "#domain/people/identity-providers/require-password.ts";
import { requireMember } from "#domain/people/members/queries.ts";

export const sendPasswordEmail = operation({
  name: "sendPasswordEmail",
  summary: "Email a member a link to set a new password",
  description:
    "The link goes to the sign-in address of the member and works for an hour. The password stays valid until the member chooses a new one.",
  writes: "members:write",
  input: z.object({ id: Id("member") }),
  output: z.object({ id: Id("member"), expiresAt: Instant }),
  async run(context, { id }) {
    const { db, now, site } = context;
    const mail = requireMail(context);
    const member = await requireMember(context, id);
    requireMayChange(context.caller, member.roles);
    const account = member.accountId === null ? undefined : await findAccount(db, member.accountId);
    if (!account || member.status !== "active") {
      const instead = "Invited members choose their password with their invitation. Reinstate suspended members first.";
      throw invalidState("member", member.status, "sent a password email", [], instead);
    }
    const { email } = account;
    await requirePasswordSignIn(context, email);
    await requireQuota(context, limits.mailPerRecipient, `set_password\n${emailKey(email)}`);
    const link = { purpose: "set_password", accountId: account.id, email } as const;
    const address = addressOfLink(site, "set_password", await insertMailLink(context, link));
    const until = linkExpiry(now);
    const locale = mailLocale(member.locale ?? account.locale, mailLocale(site.defaultLocale, "en"));
    await mail.post(
      context,
      { email, locale, until },
      { kind: isClaimed(account) ? "setPassword" : "claim", link: address },
    );
    return { id, expiresAt: until };
  },
});
