import { inOrder, type Role } from "#access/roles.ts";
import type { Account } from "#domain/accounts/account.ts";
import {
  findAccount,
  findAccountByEmail,
  insertAccount,
  insertAccountSite,
  setPasswordHash,
} from "#domain/accounts/queries.ts";
import type { SiteScope } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import type { MemberRecord, NewProfile } from "./member.ts";
import { findMember, findMemberByEmail, insertMember, lockMember, updateMember } from "./queries.ts";

interface Newcomer {
  email: string;
  name: string | null;
  roles: readonly Role[];
  /** Null leaves the account to be claimed by whoever owns the address. */
  passwordHash: string | null;
  /** Whether the person has to accept before they are in, even with an account of their own. */
  invited?: boolean;
  /** Whether somebody who was removed comes back: the site's staff decides that, not the person. */
  returns?: boolean;
  profile?: NewProfile;
}

/** Makes a member of a person, and an account where the address is new. For a transaction: all of it or nothing. */
export async function addMemberTo(scope: SiteScope, newcomer: Newcomer, now: Date): Promise<MemberRecord> {
  const { db, site } = scope;
  const removed = newcomer.returns ? await findRemoved(scope, newcomer.email) : undefined;
  if (removed) return bringBack(scope, removed, newcomer, now);
  const account = await accountOf(scope, newcomer, now);
  const { email, name, roles, invited = false, profile = {} } = newcomer;
  const id = newId();
  const status = account.passwordHash && !invited ? ("active" as const) : ("invited" as const);
  const identity = { id, accountId: account.id, email, name, roles: inOrder(roles), status };
  const member = { locale: account.locale, ...profile, ...identity };
  if (!(await insertMember(scope, { ...member, joinedAt: now }, now))) {
    throw new Problem("already_member", `${email} is a member of this site already.`);
  }
  await insertAccountSite(db, account.id, { siteId: site.id, memberId: id });
  return (await findMember(scope, id))!;
}

async function findRemoved(scope: SiteScope, email: string): Promise<MemberRecord | undefined> {
  const known = await findMemberByEmail(scope, email);
  return known?.status === "removed" ? lockMember(scope, known.id) : undefined;
}

/** Whoever was removed is who they were, with all that they had learned. */
async function bringBack(
  scope: SiteScope,
  held: MemberRecord,
  { name, roles, invited = false, profile = {} }: Newcomer,
  now: Date,
): Promise<MemberRecord> {
  const account = await findAccount(scope.db, held.accountId);
  const status = account?.passwordHash && !invited ? ("active" as const) : ("invited" as const);
  const given = { ...profile, name: name ?? held.name, roles: inOrder(roles), status, joinedAt: now };
  await updateMember(scope, held, given, now);
  return (await findMember(scope, held.id))!;
}

async function accountOf({ db }: SiteScope, { email, passwordHash }: Newcomer, now: Date): Promise<Account> {
  const emailVerifiedAt = passwordHash ? now : null;
  const fresh = { id: newId(), email, emailVerifiedAt, passwordHash, locale: null, createdAt: now };
  if (await insertAccount(db, fresh)) return fresh;

  const known = await findAccountByEmail(db, email);
  if (!known) throw new Error("The account of an address that is taken was not found.");
  if (!passwordHash) return known;
  if (known.passwordHash) {
    throw new Problem(
      "conflict",
      `${email} has an account with a password already. Leave the password out: the person signs in with their own.`,
    );
  }
  await setPasswordHash(db, known.id, passwordHash, now);
  return { ...known, passwordHash };
}
