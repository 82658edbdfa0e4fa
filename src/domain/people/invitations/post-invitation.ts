import { memberOf } from "#access/caller.ts";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { addressOfLink, linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { endMailLinksOfMember, insertMailLink } from "#domain/messages/mail-links/queries.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireQuota } from "#domain/platform/rate-limits/require-within.ts";
import { verifiedSenderOf } from "#domain/messages/sender/sender.ts";
import { requireInvitationQuota } from "#domain/messages/mail/daily-limit.ts";
import { invitedEvent } from "./invitation.ts";
import { insertInvitation } from "./queries.ts";

/** Invites a member who has not accepted yet, by email. Requires a transaction. */
export async function invite(context: Context, member: MemberRecord, message?: string): Promise<void> {
  if (message !== undefined && !verifiedSenderOf(context.site)) throw unverifiedSender();
  const { now, caller } = context;
  const id = newId();
  const terms = { sentAt: now, expiresAt: linkExpiry(now, "invitation") };
  const invitedBy = memberOf(caller);
  const { id: memberId, email, roles } = member;
  await insertInvitation(context, { id, memberId, email, roles, message: message ?? null, invitedBy, ...terms }, now);
  await postInvitation(context, member, message);
  await recordEvent(context, invitedEvent({ id }));
}

/**
 * Invites a new member by a link that the operator of the machine passes on, where email may not work yet. Requires a
 * transaction.
 */
export async function inviteByLink(
  context: Context,
  { id: memberId, email, roles }: MemberRecord,
): Promise<{ url: string; expiresAt: Date }> {
  const { site, now, caller } = context;
  const id = newId();
  const expiresAt = linkExpiry(now, "invitation");
  const terms = { message: null, invitedBy: memberOf(caller), sentAt: now, expiresAt };
  await insertInvitation(context, { id, memberId, email, roles, ...terms }, now);
  const secret = await insertMailLink(context, { purpose: "invitation", accountId: null, memberId, email });
  await recordEvent(context, invitedEvent({ id }));
  return { url: addressOfLink(site, "invitation", secret), expiresAt };
}

/**
 * Sends an email with a new link and invalidates earlier links. Throws `rate_limited` to protect recipients from
 * floods.
 */
export async function postInvitation(
  context: Context,
  { id: memberId, email: invited, locale: own }: MemberRecord,
  message: string | null | undefined,
): Promise<void> {
  const { db, site, now } = context;
  const mail = requireMail(context);
  await requireQuota(context, limits.mailPerRecipient, `invitation\n${emailKey(invited)}`);
  await requireInvitationQuota(context);
  await endMailLinksOfMember(context, memberId, now);
  // An address that only compares equal to the account's address may be another person's mailbox.
  const email = (await findAccountByEmail(db, invited))?.email ?? invited;
  const secret = await insertMailLink(context, { purpose: "invitation", accountId: null, memberId, email });
  const locale = mailLocale(own, mailLocale(site.defaultLocale, "en"));
  const link = addressOfLink(site, "invitation", secret);
  const to = { email, locale, until: linkExpiry(now, "invitation") };
  // A resent invitation can carry a text from before the sender address changed. The text is omitted until the new
  // address is verified.
  const allowed = verifiedSenderOf(site) ? (message ?? undefined) : undefined;
  await mail.post(context, to, { kind: "invitation", link, message: allowed });
}

const unverifiedSender = () =>
  validationFailed(
    "/message",
    "sender_unverified",
    "The school has no verified sender address, so invitations cannot contain a message. Verify a sender address in the admin area under Settings, Email, or omit the message.",
  );
