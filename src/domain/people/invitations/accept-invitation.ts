import * as z from "zod";
import { isClaimed } from "#domain/people/accounts/account.ts";
import { emailKey } from "#domain/platform/email.ts";
import { hashPassword, requireGoodPassword } from "#domain/people/accounts/password.ts";
import { findAccountByEmail, setEmailVerified } from "#domain/people/accounts/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import type { MailLink } from "#domain/messages/mail-links/mail-link.ts";
import { findMailLink, refuseLink, spendMailLink } from "#domain/messages/mail-links/queries.ts";
import { acceptMembership } from "#domain/people/members/access/join-site.ts";
import { accountOfLink } from "#domain/people/members/access/claim-account.ts";
import { Member, type MemberRecord } from "#domain/people/members/member.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { findMember, lockMember, updateMember } from "#domain/people/members/queries.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { PersonName } from "#domain/people/sign-up/person-name.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { findPendingInvitation } from "./queries.ts";

/** The target of an invitation link. `join`: the person has an account and keeps its password. */
export interface OpenInvitation {
  step: "choose_password" | "join";
  name: string | null;
  email: string;
}

/** Returns undefined for an invalid link, and for members who are no longer invited. */
export async function findInvitation(context: Context, link: string): Promise<OpenInvitation | undefined> {
  const found = await findMailLink(context, ["invitation"], link);
  const member = found && (await findInvited(context, found));
  if (!member) return undefined;
  const account = await findAccountByEmail(context.db, found.email);
  if (account && account.email !== found.email) return undefined;
  const step = account && isClaimed(account) ? "join" : "choose_password";
  return { step, name: member.name, email: found.email };
}

/** Returns the invited member. Undefined after acceptance or an address change by the staff. */
async function findInvited(context: Context, { memberId, email }: MailLink): Promise<MemberRecord | undefined> {
  const member = memberId === null ? undefined : await findMember(context, memberId);
  if (member?.status !== "invited" || emailKey(member.email) !== emailKey(email)) return undefined;
  return (await findPendingInvitation(context, member.id)) && member;
}

interface Input {
  /** The secret of the mailed link. */
  link: string;
  /** Present if the page asked for them. */
  name: string | undefined;
  password: string | undefined;
}

/**
 * Makes the link's recipient a member. The link works once. Throws `not_found` for an invalid link, and
 * `validation_failed` for an unacceptable name or password, which leaves the link valid.
 */
export async function acceptInvitation(
  context: RequestContext,
  input: Input,
): Promise<OpenInvitation & { memberId: string }> {
  const invitation = await findInvitation(context, input.link);
  if (!invitation) return refuseLink();
  if (invitation.step === "join") {
    const { id } = await perform(accept, context, { link: input.link, name: null, passwordHash: null });
    return { ...invitation, memberId: id };
  }
  const name = PersonName.safeParse(input.name ?? "");
  if (!name.success) throw validationFailed("/name", "invalid", firstIssue(name.error).message);
  if (input.password === undefined) throw validationFailed("/password", "required", "Choose a password.");
  requireGoodPassword(input.password, invitation.email);
  // Hash before the transaction, which would otherwise occupy a connection while waiting in the hash queue.
  const passwordHash = await hashPassword(input.password);
  const { id } = await perform(accept, context, { link: input.link, name: name.data, passwordHash });
  return { ...invitation, memberId: id };
}

const accept = operation({
  name: "acceptInvitation",
  summary: "Accept an invitation by a mailed link",
  writes: { only: ["anonymous", "session"] },
  input: z.object({ link: z.string(), name: z.string().nullable(), passwordHash: z.string().nullable() }),
  output: Member,
  async run(context, { link, name, passwordHash }) {
    const { db, now } = context;
    const spent = await spendMailLink(context, ["invitation"], link);
    const invited = (await findInvited(context, spent)) ?? refuseLink();
    const existing = (await lockMember(context, invited.id)) ?? refuseLink();
    const accountId = await accountOfLink(context, spent.email, passwordHash);
    if (passwordHash === null) await setEmailVerified(db, accountId, now);
    if (!(await acceptMembership(context, existing.id, accountId, now))) return refuseLink();
    if (name !== null) await updateMember(context, existing, { name }, now);
    return mustExist(findMember(context, existing.id));
  },
  audit: (_given, { id }) => ({ ...about("member", id), memberId: id }),
  event: (_given, member) => updatedEvents(member),
});
