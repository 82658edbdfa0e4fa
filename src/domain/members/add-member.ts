import { inOrder, type Role } from "#access/roles.ts";
import type { Account } from "#domain/accounts/account.ts";
import { findAccountByEmail, insertAccount, insertAccountSite, setPasswordHash } from "#domain/accounts/queries.ts";
import type { SiteScope } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import type { MemberRecord } from "./member.ts";
import { insertMember } from "./queries.ts";

interface Newcomer {
  email: string;
  name: string | null;
  roles: readonly Role[];
  /** Null leaves the account to be claimed by whoever owns the address. */
  passwordHash: string | null;
}

/** Makes a member of a person, and an account where the address is new. For a transaction: all of it or nothing. */
export async function addMemberTo(scope: SiteScope, newcomer: Newcomer, now: Date): Promise<MemberRecord> {
  const { db, site } = scope;
  const account = await accountOf(scope, newcomer, now);
  const member: MemberRecord = {
    id: newId(),
    accountId: account.id,
    email: newcomer.email,
    name: newcomer.name,
    pictureUrl: null,
    locale: account.locale,
    roles: inOrder(newcomer.roles),
    status: account.passwordHash ? "active" : "invited",
    joinedAt: now,
    lastSignInAt: null,
    signInCount: 0,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insertMember(scope, member))) {
    throw new Problem("already_exists", `${newcomer.email} is a member of this site already.`);
  }
  await insertAccountSite(db, account.id, { siteId: site.id, memberId: member.id });
  return member;
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
