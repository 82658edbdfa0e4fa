import * as z from "zod";
import { hashPassword, requireGoodPassword } from "#domain/people/accounts/password.ts";
import { isClaimed } from "#domain/people/accounts/account.ts";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { EmailKind } from "#domain/messages/mail/text/catalogue.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { addressOfLink, linkExpiry, type Purpose, signInAddress } from "#domain/messages/mail-links/mail-link.ts";
import { mayMailTo } from "#domain/messages/mail-links/may-mail-to.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { requirePasswordSignIn } from "#domain/people/identity-providers/require-password.ts";
import { findPerson, passwordSetterOf } from "#domain/people/members/queries.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { Problem, throwErrors, validationFailed } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin, requireWithinAcrossSites } from "#domain/platform/rate-limits/require-within.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { networkOf } from "#lib/network.ts";
import { digest } from "#lib/secrets/secret.ts";
import { PersonName } from "./person-name.ts";
import { requireOpen, signsUpWithoutPassword } from "./require-open.ts";

/** Fields of the form. */
const SignUpInput = z.object({ name: PersonName, email: EmailAddress });

const SignUpOrigin = z.object({
  /** Locale of the page. */
  locale: z.enum(locales),
  /** Secret of the browser's own cookie, and the pending authorization request. */
  browser: z.string(),
  authorizationId: z.string().nullable(),
  /** The page of the site that the visitor came from, checked by the caller. */
  returnTo: z.string().max(500).nullable(),
});

type Input = z.input<typeof SignUpInput> & z.input<typeof SignUpOrigin> & { password: string };

/**
 * Starts a sign-up: mails a link that creates the account. Only the mailbox learns whether the address already has an
 * account: response, hashing and number of writes are always the same. Throws `validation_failed` with all problems,
 * `rate_limited`, and `not_found` if sign-up is closed.
 */
export async function requestSignUp(context: RequestContext, input: Input): Promise<Requested> {
  requireOpen(context);
  await limitSignUps(context);
  const isWithout = signsUpWithoutPassword(context);
  const { name, email } = check(input, isWithout);
  // Hash before the transaction, which would otherwise occupy a connection while waiting in the hash queue.
  const requested = { name, passwordHash: isWithout ? null : await hashPassword(input.password) };
  await mailTo(context, { ...requested, ...input, name, email });
  return requested;
}

/** A sign-up that was requested before. Its page keeps it sealed, for the same browser. */
export interface Requested {
  name: string;
  /** Null at a school where people sign up without a password. */
  passwordHash: string | null;
}

/** Mails the link of a requested sign-up again, to another address if the person mistyped theirs. */
export async function requestSignUpAgain(
  context: RequestContext,
  { email, ...input }: Requested & z.input<typeof SignUpOrigin> & { email: string },
): Promise<void> {
  requireOpen(context);
  await limitSignUps(context);
  const parsed = EmailAddress.safeParse(email);
  if (!parsed.success) throw validationFailed("/email", "invalid", firstIssue(parsed.error).message);
  await mailTo(context, { ...input, email: parsed.data });
}

async function limitSignUps(context: RequestContext): Promise<void> {
  const network = networkOf(context.address);
  await requireWithin(context, limits.signUpPerAddress, network);
  await requireWithinAcrossSites(context, limits.signUpPerAddressAcrossSites, network);
}

async function mailTo(
  context: RequestContext,
  { name, email, passwordHash, ...origin }: Requested & z.output<typeof SignUpOrigin> & { email: string },
): Promise<void> {
  await requirePasswordSignIn(context, email);
  if (!(await mayMailTo(context, "sign_up", email))) return;
  const { locale, browser, authorizationId, returnTo } = origin;
  await perform(mailSignUpLink, context, { name, email, passwordHash, locale, browser, authorizationId, returnTo });
}

/** Collects all problems, so that the form reports them together. */
function check(input: Input, isWithout: boolean): z.output<typeof SignUpInput> {
  const signUpInput = SignUpInput.safeParse(input);
  const errors = (signUpInput.error?.issues ?? []).map(({ path, message }) => ({
    pointer: `/${path.join("/")}`,
    code: "invalid",
    detail: message,
  }));
  try {
    if (!isWithout) requireGoodPassword(input.password, input.email);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    errors.push(...(error.details.errors ?? []));
  }
  throwErrors(errors);
  return SignUpInput.parse(input);
}

const mailSignUpLink = operation({
  name: "requestSignUp",
  summary: "Send a sign-up link",
  writes: { only: ["anonymous", "session"] },
  input: SignUpInput.extend({ ...SignUpOrigin.shape, passwordHash: z.string().nullable() }),
  output: z.object({}),
  async run(context, { name, email, passwordHash, locale, browser, authorizationId, returnTo }) {
    const { site, now } = context;
    const mail = requireMail(context);
    const { kind, purpose, accountId, memberId, own, address } = await nextFor(context, email);
    const link = {
      purpose,
      accountId,
      memberId,
      email: address,
      browserDigest: digest(browser),
      authorizationId,
      returnTo,
    };
    const filledIn = purpose === "sign_up" ? { name, passwordHash } : {};
    const isOver = kind === "alreadyMember";
    const secret = await insertMailLink(context, { ...link, ...filledIn }, isOver);
    const to = { email: address, locale: mailLocale(own, locale), until: linkExpiry(now) };
    await mail.post(context, to, { kind, link: isOver ? signInAddress(site) : addressOfLink(site, purpose, secret) });
    return {};
  },
  audit: () => ({}),
});

interface Next {
  kind: EmailKind;
  purpose: Purpose;
  accountId: string | null;
  /** Member who accepts an invitation by this sign-up. */
  memberId: string | null;
  /** The person's own locale, if known. */
  own: string | null;
  /** Address as stored in the account: one that only compares equal may be another person's mailbox. */
  address: string;
}

/** Next step for the address: an account, a membership, the password of an invitation, or nothing. */
async function nextFor(context: Context, email: string): Promise<Next> {
  const account = await findAccountByEmail(context.db, email);
  const person = await findPerson(context, email);
  const contact = { own: person?.locale ?? null, address: account?.email ?? person?.email ?? email };
  const withoutMember = { accountId: null, memberId: null, ...contact };
  if (person?.accountId != null && (person.hasPassword || signsUpWithoutPassword(context)))
    return { kind: "alreadyMember", purpose: "sign_up", ...withoutMember };
  if (person && !person.isClaimed)
    return { kind: "claim", purpose: "set_password", ...contact, ...passwordSetterOf(person) };
  return { kind: account && isClaimed(account) ? "join" : "signUp", purpose: "sign_up", ...withoutMember };
}
