import * as z from "zod";
import type { StoredMethods } from "#access/authentication-methods.ts";
import type { Role } from "#access/roles.ts";
import { type Account, isClaimed } from "#domain/people/accounts/account.ts";
import { hashPassword, requireGoodPassword } from "#domain/people/accounts/password.ts";
import {
  findAccountByEmail,
  insertAccount,
  lockAccountByEmail,
  setEmailVerified,
} from "#domain/people/accounts/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { MailLink } from "#domain/messages/mail-links/mail-link.ts";
import { findMailLink, refuseLink, requireMailLink, spendMailLink } from "#domain/messages/mail-links/queries.ts";
import { claimAccount } from "#domain/people/members/access/claim-account.ts";
import { Member } from "#domain/people/members/member.ts";
import { createdEvents, updatedEvents } from "#domain/people/members/member-event.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { newId } from "#domain/platform/ids.ts";
import { openSession, type SignInClient } from "#domain/people/sign-in/open-session.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { matches } from "#lib/secrets/secret.ts";
import { PersonName } from "./person-name.ts";
import { requireOpen, signsUpWithoutPassword } from "./require-open.ts";
import { joinSite } from "#domain/people/members/access/join-site.ts";

/**
 * Input of the confirmation page. In the browser that requested the sign-up, one button is enough. Elsewhere,
 * password and name are entered again: otherwise the requester, who may not own the address, would know the password
 * and have chosen the name. `enter_name`: the same at a school where people sign up without a password. `join`: the
 * address has an account and keeps its password.
 */
export type SignUpStep = "confirm" | "choose_password" | "enter_name" | "join";

export interface SignUpLink extends MailLink {
  step: SignUpStep;
}

/** Returns the target of a mailed link; undefined for an invalid one. Throws `not_found` if sign-up is closed. */
export async function findSignUp(context: Context, link: string, browser: string): Promise<SignUpLink | undefined> {
  requireOpen(context);
  const found = await findMailLink(context, ["sign_up"], link);
  const step = found && stepOf(context, found, await findAccountByEmail(context.db, found.email), browser);
  return step && { ...found, step };
}

/** Returns undefined if an account with a merely equivalent address was created in the meantime. */
function stepOf(
  context: Context,
  { email, browserDigest, passwordHash }: MailLink,
  account: Account | undefined,
  browser: string,
): SignUpStep | undefined {
  if (account && account.email !== email) return undefined;
  if (account && isClaimed(account)) return "join";
  // A password that an operator chose is replaced: they know it.
  const isWithout = signsUpWithoutPassword(context) && !account?.passwordHash;
  const isOwnBrowser = browserDigest !== null && matches(browser, browserDigest);
  if (isOwnBrowser && (isWithout || passwordHash !== null)) return "confirm";
  return isWithout ? "enter_name" : "choose_password";
}

interface Input extends SignInClient {
  /** The secret of the mailed link. */
  link: string;
  /** Present if the page asked for them. */
  name: string | undefined;
  password: string | undefined;
  /** True if a member is signed in, whom a link from another browser does not sign out. */
  isSignedIn: boolean;
}

export interface Confirmed {
  /** Session secret, where the password was just chosen. An account that keeps its password is entered with it. */
  session: string | undefined;
  roles: readonly Role[];
  link: MailLink;
}

/**
 * Makes the link's recipient a member with the student role. The link works once. Throws `not_found` for an invalid
 * link, and `validation_failed` for an unacceptable password, which leaves the link valid.
 */
export async function confirmSignUp(context: RequestContext, input: Input): Promise<Confirmed> {
  requireOpen(context);
  const { browser, userAgent } = input;
  const link = await requireMailLink(context, ["sign_up"], input.link);
  const account = await findAccountByEmail(context.db, link.email);
  const step = stepOf(context, link, account, browser) ?? refuseLink();
  const name = nameFor(step, link, input.name);
  const passwordHash = await hashFor(step, link, input.password);
  const signsIn = step === "confirm" || !input.isSignedIn;
  const choice = { link: input.link, name, passwordHash, signsIn };
  const { session, member } = await perform(signUp, context, { ...choice, browser, userAgent });
  return { session, link, roles: member.roles };
}

function nameFor(step: SignUpStep, link: MailLink, input = link.name ?? ""): string {
  if (step === "confirm") return link.name ?? "";
  const name = PersonName.safeParse(input);
  if (name.success) return name.data;
  throw validationFailed("/name", "invalid", firstIssue(name.error).message);
}

async function hashFor(step: SignUpStep, link: MailLink, password: string | undefined): Promise<string | null> {
  if (step === "join" || step === "enter_name") return null;
  if (step === "confirm") return link.passwordHash;
  if (password === undefined) throw validationFailed("/password", "required", "Choose a password.");
  requireGoodPassword(password, link.email);
  return hashPassword(password);
}

const signUp = operation({
  name: "signUp",
  summary: "Create an account by a mailed link",
  writes: { only: ["anonymous", "session"] },
  input: z.object({
    link: z.string(),
    name: z.string(),
    passwordHash: z.string().nullable(),
    signsIn: z.boolean(),
    browser: z.string(),
    userAgent: z.string(),
  }),
  output: z.object({ member: Member, isNew: z.boolean(), session: z.string().optional() }),
  async run(context, { link, name, passwordHash, signsIn, browser, userAgent }) {
    const { email } = await spendMailLink(context, ["sign_up"], link);
    const account = await lockAccountByEmail(context.db, email);
    if (account && account.email !== email) return refuseLink();
    const isKnown = account !== undefined && isClaimed(account);
    const accountId = isKnown ? account.id : await claim(context, email, account, passwordHash);
    if (isKnown) await setEmailVerified(context.db, accountId, context.now);
    const joined = await joinSite(context, { accountId, email, name, roles: ["student"] }, context.now);
    if (isKnown || !signsIn) return { ...joined, session: undefined };
    const methods: StoredMethods = passwordHash === null ? ["mail"] : ["mail", "pwd"];
    return {
      ...joined,
      session: await openSession(context, joined.member.id, { browser, userAgent }, methods),
    };
  },
  audit: (_given, { member }) => ({ ...about("member", member.id), memberId: member.id }),
  event: (_given, { member, isNew }) => (isNew ? createdEvents(member) : updatedEvents(member)),
});

/** Returns the account of the address that the link proves: with the chosen password, or without one. */
async function claim(
  context: Context,
  email: string,
  existing: Account | undefined,
  passwordHash: string | null,
): Promise<string> {
  if (passwordHash !== null) return (await claimAccount(context, { email, passwordHash })) ?? refuseLink();
  const { db, now } = context;
  // The school, or the account, may have got passwords since the page was shown.
  if (!signsUpWithoutPassword(context) || existing?.passwordHash) return refuseLink();
  if (existing) {
    await setEmailVerified(db, existing.id, now);
    return existing.id;
  }
  const id = newId();
  const account = { id, email, emailVerifiedAt: now, passwordHash: null, locale: null, createdAt: now };
  return (await insertAccount(db, account)) ? id : refuseLink();
}
