import type { Account } from "#domain/people/accounts/account.ts";
import { postPasswordChanged } from "#domain/people/accounts/post-notice.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { takeOverByMail } from "#domain/people/members/access/set-account-password.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { acceptMembership } from "#domain/people/members/access/join-site.ts";
import { insertAccount, lockAccountByEmail, setEmailVerified } from "#domain/people/accounts/queries.ts";
import { findProviderInsteadOfPassword } from "#domain/people/identity-providers/queries.ts";
import { findMember, lockMember } from "#domain/people/members/queries.ts";
import { openSession, type SignInClient } from "#domain/people/sign-in/open-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Role } from "#access/roles.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import type { SignInCode } from "./code.ts";
import { type Entrant, findEntrant, takeCode } from "./queries.ts";
import type { FirstStep } from "#domain/people/sign-in/first-step.ts";

/** Outcome of a code: a session, or the second factor to ask for (`step`), and the page that follows. */
export type Entered = Pick<SignInCode, "authorizationId" | "returnTo"> &
  ({ session: string; roles: readonly Role[] } | { step: FirstStep });

/**
 * Signs in the person of a code that digits or the link have proven. It works once. Returns undefined if it has ended:
 * used, or the person may no longer enter.
 */
export const enter = (
  context: RequestContext,
  linkDigest: Buffer,
  client: SignInClient,
): Promise<Entered | undefined> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const code = await takeCode(inside, client.browser, linkDigest);
    if (!code) return undefined;
    const { authorizationId, returnTo } = code;
    const member = await lockEntrant(inside, code);
    if (!member) return undefined;
    const session = await openSession(inside, member.id, client, ["mail"]);
    if (session !== undefined) return { session, roles: member.roles, authorizationId, returnTo };
    return { step: { memberId: member.id, amr: ["mail"], password: null }, authorizationId, returnTo };
  });

/**
 * Locks the account and then the member, as a change of the password does. The member may have been suspended, their
 * address changed, or their domain given to a provider since the code was mailed.
 */
async function lockEntrant(inside: Context, { email, memberId }: SignInCode) {
  if (await findProviderInsteadOfPassword(inside, email)) return undefined;
  const account = await lockAccountByEmail(inside.db, email);
  const entrant = await findEntrant(inside, email);
  if (!entrant?.mayEnter || entrant.memberId !== memberId) return undefined;
  if (entrant.accepts && !(await accept(inside, entrant))) return undefined;
  if (account) await proveAddress(inside, account, entrant.memberId);
  const member = await lockMember(inside, entrant.memberId);
  return member?.status === "active" && member.roles.length > 0 ? member : undefined;
}

/**
 * The code proves the address, and a password that an operator chose ends: others know it. A member with a second factor
 * has not proven it yet, so that nothing changes: the mailbox alone does not let them in.
 */
async function proveAddress(inside: Context, account: Account, memberId: string): Promise<void> {
  if (account.emailVerifiedAt !== null && account.passwordSiteId === null) return;
  if (hasFactor(await findFactors(inside, memberId))) return;
  await setEmailVerified(inside.db, account.id, inside.now);
  if (account.passwordSiteId === null) return;
  await takeOverByMail(inside, account.id);
  await postPasswordChanged(inside, account, mailLocale(account.locale, mailLocale(inside.site.defaultLocale, "en")));
}

/** Accepts the invitation to the address, which the code proves. Creates an account without a password if needed. */
async function accept(inside: Context, { memberId, accountId, email }: Entrant): Promise<boolean> {
  const { db, now } = inside;
  if ((await lockMember(inside, memberId))?.status !== "invited") return false;
  const id = accountId ?? newId();
  const account = { id, email, emailVerifiedAt: now, passwordHash: null, locale: null, createdAt: now };
  // The address may have got an account in the meantime.
  if (accountId === null && !(await insertAccount(db, account))) return false;
  if (!(await acceptMembership(inside, memberId, id, now))) return false;
  await recordAudit(inside, "acceptMembership", { ...about("member", memberId), memberId });
  await recordEvents(inside, updatedEvents(await mustExist(findMember(inside, memberId))));
  return true;
}
