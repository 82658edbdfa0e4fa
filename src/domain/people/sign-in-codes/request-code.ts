import * as z from "zod";
import { addressOfSignInLink } from "#domain/messages/mail-links/mail-link.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { requirePasswordSignIn } from "#domain/people/identity-providers/require-password.ts";
import { isKnownBrowser } from "#domain/people/sessions/known-browsers.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { EmailAddress, emailKey } from "#domain/platform/email.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { count, type Limit, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin, requireWithinAcrossSites } from "#domain/platform/rate-limits/require-within.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { networkOf } from "#lib/network.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { digestOfDigits, digitsOf, lifetimeMs } from "./code.ts";
import { requireCodeOffered } from "./require-offered.ts";
import { type Entrant, findEntrant, putCode } from "./queries.ts";

const Request = z.object({
  /** Locale of the page. The person's own takes precedence. */
  locale: z.enum(locales),
  /** Secret of the browser's own cookie. The code works in this browser only. */
  browser: z.string(),
  authorizationId: z.string().nullable(),
  /** The page of the site that the visitor came from, checked by the caller. */
  returnTo: z.string().max(500).nullable(),
});

/**
 * Mails six digits and a link that sign the person in, both once and in this browser only. Neither the response nor its
 * duration reveals whether the address belongs to a member: the same rows are written, and a job of the same size is
 * queued. Throws `not_found` if the school does not offer it, `validation_failed` and `rate_limited`.
 */
export async function requestSignInCode(
  context: RequestContext,
  { email: entered, ...request }: z.input<typeof Request> & { email: string },
): Promise<void> {
  requireCodeOffered(context);
  const network = networkOf(context.address);
  await requireWithin(context, limits.signInCodePerAddress, network);
  await requireWithinAcrossSites(context, limits.signInCodePerAddressAcrossSites, network);
  const parsed = EmailAddress.safeParse(entered);
  if (!parsed.success) throw validationFailed("/email", "invalid", firstIssue(parsed.error).message);
  const email = parsed.data;
  await requirePasswordSignIn(context, email);
  const entrant = await findEntrant(context, email);
  // Also queried for unknown addresses: a missing statement would reveal them by timing.
  const isKnown = await isKnownBrowser(context, entrant?.memberId ?? nilUuid, request.browser);
  const mayMail = await isWithinLimits(context, email, isKnown ? { knownBrowser: request.browser } : { network });
  await perform(mailSignInCode, context, { ...request, email, isKnown, mayMail });
}

/**
 * Counts the emails to an address. Beyond the limit, nothing is sent and the response stays the same. A browser that
 * the person has used before has a counter of its own, so that strangers who ask for codes cannot keep them out.
 */
async function isWithinLimits(
  context: RequestContext,
  email: string,
  from: { knownBrowser: string } | { network: string },
): Promise<boolean> {
  const key = emailKey(email);
  if ("knownBrowser" in from) return isWithin(context, limits.codeMailPerKnownBrowser, `${key}\n${from.knownBrowser}`);
  const isNear = await isWithin(context, limits.codeMailPerRecipientAndAddress, `${key}\n${from.network}`);
  return isNear && isWithin(context, limits.codeMailPerRecipient, key);
}

const isWithin = async (context: RequestContext, limit: Limit, subject: string): Promise<boolean> =>
  (await count(context, limit, subject)).count <= limit.max;

const mailSignInCode = operation({
  name: "requestSignInCode",
  summary: "Send a sign-in code",
  writes: { only: ["anonymous", "session"] },
  input: Request.extend({ email: EmailAddress, isKnown: z.boolean(), mayMail: z.boolean() }),
  output: z.object({ memberId: z.string().nullable() }),
  async run(context, { email, locale, browser, authorizationId, returnTo, isKnown, mayMail }) {
    const { site, now } = context;
    const mail = requireMail(context);
    const found = await findEntrant(context, email);
    const entrant: Entrant | undefined = mayMail && found?.mayEnter ? found : undefined;
    const secret = newSecret("lml");
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const secrets = { linkDigest: digest(secret), digitsDigest: digestOfDigits(digitsOf(secret), browser) };
    const code = { ...secrets, email, memberId: entrant?.memberId ?? null, authorizationId, returnTo, expiresAt };
    await putCode(context, browser, code, !mayMail);
    const to = {
      email: entrant?.email ?? email,
      locale: mailLocale(entrant?.locale ?? null, locale),
      until: expiresAt,
    };
    const letter = {
      kind: "signInCode",
      link: addressOfSignInLink(site, secret),
      digits: digitsOf(secret),
      isExpected: isKnown,
    } as const;
    await (entrant ? mail.post(context, to, letter) : mail.postNothing(context, to, letter));
    return { memberId: entrant?.memberId ?? null };
  },
  audit: (_request, { memberId }) => (memberId === null ? {} : about("member", memberId)),
});
