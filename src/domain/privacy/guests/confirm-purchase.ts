import * as z from "zod";
import { isClaimed } from "#domain/people/accounts/account.ts";
import { hashPassword, requireGoodPassword } from "#domain/people/accounts/password.ts";
import { findAccountByEmail, setEmailVerified } from "#domain/people/accounts/queries.ts";
import { accountOfLink } from "#domain/people/members/access/claim-account.ts";
import { findGuestAddress } from "#domain/people/guests/queries.ts";
import { Member, type MemberRecord } from "#domain/people/members/member.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { findMember, lockMember, updateMember } from "#domain/people/members/queries.ts";
import { PersonName } from "#domain/people/sign-up/person-name.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { openSession, type SignInClient } from "#domain/people/sign-in/open-session.ts";
import type { MailLink } from "#domain/messages/mail-links/mail-link.ts";
import { findMailLink, refuseLink, requireMailLink, spendMailLink } from "#domain/messages/mail-links/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { joinGuest } from "./join-guest.ts";

/** The target of the link of a receipt. `join`: the address has an account, which keeps its password. */
export interface OpenPurchase extends MailLink {
  step: "choose_password" | "join";
}

/** Returns undefined for an invalid link, and for a guest who has proven the address or whose address was changed. */
export async function findPurchase(context: Context, link: string): Promise<OpenPurchase | undefined> {
  const found = await findMailLink(context, ["purchase"], link);
  if (!found || !(await isOfGuest(context, found))) return undefined;
  const account = await findAccountByEmail(context.db, found.email);
  if (account && account.email !== found.email) return undefined;
  return { ...found, step: account && isClaimed(account) ? "join" : "choose_password" };
}

/** The link has the spelling of the account, see `mailboxOf`. */
async function isOfGuest(context: Context, { memberId, email }: MailLink): Promise<boolean> {
  const address = memberId === null ? undefined : await findGuestAddress(context, memberId);
  return address !== undefined && emailKey(address) === emailKey(email);
}

interface Input extends SignInClient {
  /** The secret of the mailed link. */
  link: string;
  /** Present if the page asked for them. Certificates show the name. */
  name: string | undefined;
  password: string | undefined;
  /** True if a member is signed in, whom the link does not sign out. */
  isSignedIn: boolean;
}

/**
 * Proves the address of a guest: their purchases become those of the account of the address, which is created if there
 * is none. Returns the secret of a session if the password was chosen now: an account that keeps its password is
 * entered with it. The link works once. Throws `not_found` for an invalid link, `validation_failed` for an unacceptable password
 * and `conflict` if the member of the address cannot get the purchase. The last two leave the link valid.
 */
export async function confirmPurchase(context: RequestContext, input: Input): Promise<{ session: string | undefined }> {
  const { link, name, password, browser, userAgent, isSignedIn } = input;
  await requireMailLink(context, ["purchase"], link);
  const { step, email } = (await findPurchase(context, link)) ?? refuseLink();
  const passwordHash = step === "join" ? null : await hashFor(password, email);
  const credentials = { ...(name !== undefined && step !== "join" && { name }), passwordHash };
  const { session } = await perform(confirm, context, {
    link,
    ...credentials,
    signsIn: !isSignedIn,
    browser,
    userAgent,
  });
  return { session };
}

/** Hashes before the transaction, which would otherwise occupy a connection while waiting in the hash queue. */
async function hashFor(password: string | undefined, email: string): Promise<string> {
  if (password === undefined) throw validationFailed("/password", "required", "Choose a password.");
  requireGoodPassword(password, email);
  return hashPassword(password);
}

/** An invited member may have a name from the school already, which stays. */
async function rename(context: Context, member: MemberRecord, name: string): Promise<MemberRecord> {
  await updateMember(context, member, { name }, context.now);
  return mustExist(findMember(context, member.id));
}

const confirm = operation({
  name: "confirmPurchase",
  summary: "Confirm the address of a purchase by a mailed link",
  writes: { only: ["anonymous", "session"] },
  input: z.object({
    link: z.string(),
    name: PersonName.optional(),
    passwordHash: z.string().nullable(),
    signsIn: z.boolean(),
    browser: z.string(),
    userAgent: z.string(),
  }),
  output: z.object({ member: Member, session: z.string().optional() }),
  async run(context, { link, name, passwordHash, signsIn, browser, userAgent }) {
    const { db, now } = context;
    const spent = await spendMailLink(context, ["purchase"], link);
    const guest = (spent.memberId === null ? undefined : await lockMember(context, spent.memberId)) ?? refuseLink();
    if (!(await isOfGuest(context, spent))) return refuseLink();
    const accountId = await accountOfLink(context, spent.email, passwordHash);
    if (passwordHash === null) await setEmailVerified(db, accountId, now);
    const joined = await joinGuest(context, guest, accountId);
    const member = name !== undefined && joined.name === null ? await rename(context, joined, name) : joined;
    if (passwordHash === null || !signsIn) return { member, session: undefined };
    return { member, session: await openSession(context, member.id, { browser, userAgent }, ["mail", "pwd"]) };
  },
  audit: (_given, { member }) => ({ ...about("member", member.id), memberId: member.id }),
  event: (_given, { member }) => updatedEvents(member),
});
