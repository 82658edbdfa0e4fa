import * as z from "zod";
import { requireInvitationQuota } from "#domain/messages/mail/daily-limit.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { emailKey } from "#domain/platform/email.ts";
import { addressOfLink, linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { invalidState } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireQuota } from "#domain/platform/rate-limits/require-within.ts";
import { verifiedSenderOf } from "./sender.ts";

/** The address may be anyone's, so the email has a fixed text and counts against the invitation limit. */
export const requestSenderVerification = operation({
  name: "requestSenderVerification",
  summary: "Mail a link that verifies the sender address of the school",
  writes: inAdminArea,
  input: z.object({}),
  output: z.object({ email: z.string() }),
  async run(context) {
    const { site, now } = context;
    const email = site.settings.senderAddress;
    if (email === "" || verifiedSenderOf(site)) {
      throw invalidState("sender address", email === "" ? "unset" : "verified", "verified", []);
    }
    const mail = requireMail(context);
    await requireQuota(context, limits.mailPerRecipient, `verify_sender\n${emailKey(email)}`);
    await requireInvitationQuota(context);
    const secret = await insertMailLink(context, { purpose: "verify_sender", accountId: null, email });
    const to = { email, locale: mailLocale(site.defaultLocale, "en"), until: linkExpiry(now) };
    await mail.post(context, to, { kind: "verifySender", link: addressOfLink(site, "verify_sender", secret) });
    return { email };
  },
  audit: () => ({}),
});
