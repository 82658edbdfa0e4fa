import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { addressOfLink, linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import type { Context } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireQuota } from "#domain/platform/rate-limits/require-within.ts";
import { provingAddress } from "./merge-address.ts";

/** Mails the link of a merge to a member. Throws `rate_limited` to protect recipients from floods. */
export async function postLink(
  context: Context,
  member: MemberRecord,
  kind: "mergeMember" | "mergeOwn",
): Promise<void> {
  const { site, now } = context;
  const email = await provingAddress(context, member);
  await requireQuota(context, limits.mailPerRecipient, `member_merge\n${emailKey(email)}`);
  const link = { purpose: "member_merge", accountId: null, memberId: member.id, email } as const;
  const secret = await insertMailLink(context, link);
  const locale = mailLocale(member.locale, mailLocale(site.defaultLocale, "en"));
  await requireMail(context).post(
    context,
    { email, locale, until: linkExpiry(now, "member_merge") },
    { kind, link: addressOfLink(site, "member_merge", secret) },
  );
}
