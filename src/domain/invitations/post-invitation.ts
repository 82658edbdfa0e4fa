import { memberOf } from "#access/caller.ts";
import { findAccount } from "#domain/accounts/queries.ts";
import { emailKey } from "#domain/accounts/email.ts";
import type { Context } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { requireMail } from "#domain/mail/require-mail.ts";
import { mailLocale } from "#domain/mail/text/catalogue.ts";
import { addressOfLink, linkExpiry, signInAddress } from "#domain/mail-links/mail-link.ts";
import { endMailLinksFor, insertMailLink } from "#domain/mail-links/queries.ts";
import type { MemberRecord } from "#domain/members/member.ts";
import { recordEvent } from "#domain/outbox/record-event.ts";
import { validationFailed } from "#domain/problem.ts";
import { limits } from "#domain/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/rate-limits/require-within.ts";
import { verifiedSenderOf } from "#domain/sender/sender.ts";
import { requireInvitationQuota } from "./daily-limit.ts";
import { invitedEvent } from "./invitation.ts";
import { insertInvitation } from "./queries.ts";

/** Asks somebody who waits to be let in, by mail to the address of their account. For a transaction. */
export async function invite(context: Context, member: MemberRecord, message?: string): Promise<void> {
  if (message !== undefined && !verifiedSenderOf(context.site)) throw unverifiedSender();
  const { now, caller } = context;
  const { email } = (await findAccount(context.db, member.accountId))!;
  const id = newId();
  const terms = { sentAt: now, expiresAt: linkExpiry(now, "invitation") };
  const invitedBy = memberOf(caller);
  const { id: memberId, roles } = member;
  await insertInvitation(context, { id, memberId, email, roles, message: message ?? null, invitedBy, ...terms }, now);
  await postInvitation(context, member, email, message);
  await recordEvent(context, invitedEvent({ id }));
}

/** A mail with a link of its own; those of before work no more. Throws `rate_limited`: nobody is to be buried in mail. */
export async function postInvitation(
  context: Context,
  { accountId, locale }: MemberRecord,
  email: string,
  message: string | null | undefined,
): Promise<void> {
  const { site, now } = context;
  const mail = requireMail(context);
  await requireWithin(context, limits.mailPerRecipient, `invitation\n${emailKey(email)}`);
  await requireInvitationQuota(context);
  await endMailLinksFor(context, "invitation", accountId);
  const secret = await insertMailLink(context, { purpose: "invitation", accountId, email });
  const to = { email, locale: localeFor(context, locale), until: linkExpiry(now, "invitation") };
  const link = addressOfLink(site, "invitation", secret);
  // An invitation with a text may be resent after the address was changed: the text waits until it is verified.
  const allowed = verifiedSenderOf(site) ? (message ?? undefined) : undefined;
  await mail.post(context, to, { kind: "invitation", link, message: allowed });
}

const unverifiedSender = () =>
  validationFailed(
    "/message",
    "sender_unverified",
    "The school has no verified sender address, so its invitations have no text of their own. Set and verify one in the admin area under Settings, Mail, or leave the message out.",
  );

/** Tells somebody who is in already that they are a student here. */
export async function postWelcome(context: Context, { accountId, locale }: MemberRecord): Promise<void> {
  const { site, now, mail } = context;
  if (mail) await requireInvitationQuota(context);
  const { email } = (await findAccount(context.db, accountId))!;
  const to = { email, locale: localeFor(context, locale), until: linkExpiry(now, "invitation") };
  await mail?.post(context, to, { kind: "enrolledAsStudent", link: signInAddress(site) });
}

const localeFor = ({ site }: Context, own: string | null) => mailLocale(own, mailLocale(site.defaultLocale, "en"));
