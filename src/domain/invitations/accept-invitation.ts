import * as z from "zod";
import { emailKey } from "#domain/accounts/email.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { requireGoodPassword } from "#domain/accounts/password-rules.ts";
import { findAccount, holdAccount, setEmailVerified } from "#domain/accounts/queries.ts";
import { about } from "#domain/audit/about.ts";
import type { Context, RequestContext } from "#domain/context.ts";
import type { MailLink } from "#domain/mail-links/mail-link.ts";
import { findMailLink, refuseLink, spendMailLink } from "#domain/mail-links/queries.ts";
import { Member, type MemberRecord } from "#domain/members/member.ts";
import { updatedEvents } from "#domain/members/member-event.ts";
import { activateMember, findMember, findMemberByAccount, lockMember, updateMember } from "#domain/members/queries.ts";
import { setAccountPassword } from "#domain/members/set-account-password.ts";
import { operation, perform } from "#domain/operation.ts";
import { validationFailed } from "#domain/problem.ts";
import { PersonName } from "#domain/sign-up/person-name.ts";
import { findPendingInvitation } from "./queries.ts";

/** What a link that was mailed leads to. `join`: the person has an account, whose password stays as it is. */
export interface OpenInvitation {
  step: "choose_password" | "join";
  name: string | null;
  email: string;
}

/** Undefined for a link that works no more, and for whoever is not waiting to be let in. */
export async function findInvitation(context: Context, link: string): Promise<OpenInvitation | undefined> {
  const found = await findMailLink(context, ["invitation"], link);
  const account = found?.accountId ? await findAccount(context.db, found.accountId) : undefined;
  if (!found || !account || emailKey(account.email) !== emailKey(found.email)) return undefined;
  const member = await findInvited(context, account.id);
  if (!member) return undefined;
  return { step: account.passwordHash ? "join" : "choose_password", name: member.name, email: account.email };
}

async function findInvited(context: Context, accountId: string): Promise<MemberRecord | undefined> {
  const member = await findMemberByAccount(context, accountId);
  if (member?.status !== "invited" || !(await findPendingInvitation(context, member.id))) return undefined;
  return member;
}

interface Given {
  /** The secret of the link that was mailed. */
  link: string;
  /** Where the page asked for them. */
  name: string | undefined;
  password: string | undefined;
}

/**
 * Makes whoever got the link a member; it works once. Throws `not_found` for one that works no more, and
 * `validation_failed` for a name or a password that is not good: the link stays good then.
 */
export async function acceptInvitation(context: RequestContext, given: Given): Promise<OpenInvitation> {
  const invitation = await findInvitation(context, given.link);
  if (!invitation) return refuseLink();
  if (invitation.step === "join") {
    await perform(accept, context, { link: given.link, name: null, passwordHash: null });
    return invitation;
  }
  const name = PersonName.safeParse(given.name ?? "");
  if (!name.success) throw validationFailed("/name", "invalid", name.error.issues[0]!.message);
  if (given.password === undefined) throw validationFailed("/password", "required", "Choose a password.");
  requireGoodPassword(given.password, invitation.email);
  // Before the transaction, which would keep a connection waiting for its turn at the hash.
  const passwordHash = await hashPassword(given.password);
  await perform(accept, context, { link: given.link, name: name.data, passwordHash });
  return invitation;
}

const accept = operation({
  name: "acceptInvitation",
  summary: "Become a member of the site by an invitation that was mailed",
  access: { only: ["anonymous", "session"] },
  writes: true,
  input: z.object({ link: z.string(), name: z.string().nullable(), passwordHash: z.string().nullable() }),
  output: Member,
  async run(context, { link, name, passwordHash }) {
    const { now } = context;
    const invited = await spendFor(context, link, passwordHash);
    if (passwordHash === null) {
      await setEmailVerified(context.db, invited.accountId, now);
      if (!(await activateMember(context, invited.id, now))) return refuseLink();
    } else {
      // Other schools that invited the person are waiting for the same account: there they are let in as well.
      const claim = {
        accountId: invited.accountId,
        passwordHash,
        action: "setPassword",
        byThemselves: true,
        disconnects: "none",
      } as const;
      await setAccountPassword(context, claim);
    }
    if (name !== null) await updateMember(context, (await lockMember(context, invited.id))!, { name }, now);
    return (await findMember(context, invited.id))!;
  },
  audit: (_given, { id }) => ({ ...about("member", id), memberId: id }),
  event: (_given, member) => updatedEvents(member),
});

/** Whom the link is for, the link used up. Refused where the account was claimed while the page was open. */
async function spendFor(context: Context, link: string, passwordHash: string | null): Promise<MemberRecord> {
  const { accountId, email }: MailLink = await spendMailLink(context, ["invitation"], link);
  const account = accountId === null ? undefined : await holdAccount(context.db, accountId);
  const isSame = account && emailKey(account.email) === emailKey(email);
  if (!isSame || (account.passwordHash === null) !== (passwordHash !== null)) return refuseLink();
  return (await findInvited(context, account.id)) ?? refuseLink();
}
