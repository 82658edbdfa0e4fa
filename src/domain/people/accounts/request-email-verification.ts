import * as z from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { addressOfLink, linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { mayMailTo } from "#domain/messages/mail-links/may-mail-to.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { findAccount } from "./queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";

const Request = z.object({ locale: z.enum(locales) });

/** Mails a link that verifies the signed-in person's address. */
export async function requestEmailVerification(context: RequestContext, request: z.input<typeof Request>) {
  const account = await findAccount(context.db, selfOf(context).accountId);
  if (!account || account.emailVerifiedAt || !(await mayMailTo(context, "verify_email", account.email))) return;
  await perform(mailVerificationLink, context, request);
}

const mailVerificationLink = operation({
  name: "requestEmailVerification",
  summary: "Send a link that verifies the email address",
  writes: { only: ["session"] },
  input: Request,
  output: z.object({}),
  async run(context, { locale }) {
    const { db, site, now } = context;
    const mail = requireMail(context);
    const { id: accountId, email } = await mustExist(findAccount(db, selfOf(context).accountId));
    const secret = await insertMailLink(context, { purpose: "verify_email", accountId, email });
    const link = addressOfLink(site, "verify_email", secret);
    await mail.post(context, { email, locale, until: linkExpiry(now) }, { kind: "verifyEmail", link });
    return {};
  },
  audit: () => ({}),
});
