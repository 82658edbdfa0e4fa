import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { addressOfLink, linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { mayMailTo } from "#domain/messages/mail-links/may-mail-to.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { findPerson, passwordSetterOf } from "#domain/people/members/queries.ts";
import { requirePasswordSignIn } from "#domain/people/identity-providers/require-password.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin, requireWithinAcrossSites } from "#domain/platform/rate-limits/require-within.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { networkOf } from "#lib/network.ts";
import { digest } from "#lib/secrets/secret.ts";

const Request = z.object({
  email: EmailAddress,
  /** Locale of the page; the account's own locale takes precedence. */
  locale: z.enum(locales),
  /** Secret of the browser's own cookie, and the pending authorization request. */
  browser: z.string(),
  authorizationId: z.string().nullable(),
});

/**
 * Mails a link to set a new password, which also claims an unclaimed account. Neither the response nor its duration
 * reveals whether the account exists: the email is composed and the same rows are written either way. Throws
 * `rate_limited`.
 */
export async function requestPasswordReset(context: RequestContext, request: z.input<typeof Request>): Promise<void> {
  const network = networkOf(context.address);
  await requireWithin(context, limits.passwordResetPerAddress, network);
  await requireWithinAcrossSites(context, limits.passwordResetPerAddressAcrossSites, network);
  await requirePasswordSignIn(context, request.email);
  if (await mayMailTo(context, "set_password", request.email)) await perform(mailPasswordLink, context, request);
}

const mailPasswordLink = operation({
  name: "requestPasswordReset",
  summary: "Send a password reset link",
  writes: { only: ["anonymous", "session"] },
  input: Request,
  output: z.object({ memberId: z.string().nullable() }),
  async run(context, { email, locale, browser, authorizationId }) {
    const { site, now } = context;
    const mail = requireMail(context);
    const person = await findPerson(context, email);
    const whose = { ...passwordSetterOf(person), email: person?.email ?? email };
    const link = { purpose: "set_password", ...whose, browserDigest: digest(browser), authorizationId } as const;
    const secret = await insertMailLink(context, link, !person);
    const to = { email: whose.email, locale: mailLocale(person?.locale ?? null, locale), until: linkExpiry(now) };
    const kind = person && !person.isClaimed ? "claim" : "setPassword";
    const letter = { kind, link: addressOfLink(site, "set_password", secret) } as const;
    await (person ? mail.post(context, to, letter) : mail.postNothing(context, to, letter));
    return { memberId: person?.memberId ?? null };
  },
  audit: (_request, { memberId }) => (memberId === null ? {} : about("member", memberId)),
});
