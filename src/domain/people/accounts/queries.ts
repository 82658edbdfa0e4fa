import type { Queries } from "#database/database.ts";
import { rows, sql } from "#database/sql.ts";
import type { Account, AccountSite, NewAccount } from "./account.ts";
import { emailKey } from "./email.ts";

// Accounts and the list of their sites are installation-wide: a person is one person everywhere.
const columns = sql`
  id, email, email_verified_at, password_hash, password_site_id, password_set_at, locale, created_at`;

export const findAccountByEmail = (db: Queries, email: string) =>
  db.first<Account>`select ${columns} from accounts where email_key = ${emailKey(email)}`;

export const findAccount = (db: Queries, id: string) =>
  db.first<Account>`select ${columns} from accounts where id = ${id}`;

/** The same, locked until the transaction ends. */
export const lockAccountByEmail = (db: Queries, email: string) =>
  db.first<Account>`select ${columns} from accounts where email_key = ${emailKey(email)} for no key update`;

/** The same, held as it is until the transaction ends: two changes of one account come one after the other. */
export const holdAccount = (db: Queries, id: string) =>
  db.first<Account>`select ${columns} from accounts where id = ${id} for no key update`;

/** False where the address belongs to an account already. */
export async function insertAccount(db: Queries, account: NewAccount): Promise<boolean> {
  const passwordSetAt = account.passwordHash === null ? null : account.createdAt;
  const row = { passwordSetAt, ...account, emailKey: emailKey(account.email), updatedAt: account.createdAt };
  return (await db.run`insert into accounts ${rows(row)} on conflict (email_key) do nothing`) === 1;
}

/**
 * How a password was chosen. `owner`: by somebody who read mail of the address. `operator`: for the person, by the
 * operator of a site. `same`: by somebody who knew the old one, which proves no more than that did.
 */
export type PasswordChoice = { by: "owner" } | { by: "operator"; siteId: string } | { by: "same" };

export async function setPasswordHash(
  db: Queries,
  id: string,
  passwordHash: string,
  choice: PasswordChoice,
  now: Date,
): Promise<void> {
  const siteId = choice.by === "operator" ? choice.siteId : null;
  await db.run`
    update accounts
       set password_hash = ${passwordHash}, password_set_at = ${now}, updated_at = ${now},
           password_site_id = case when ${choice.by === "same"} then password_site_id else ${siteId}::uuid end,
           email_verified_at = case when ${choice.by === "owner"} then coalesce(email_verified_at, ${now})
                                    else email_verified_at end
     where id = ${id}`;
}

/** Records that the person who knows the password also reads mail of the address. */
export async function setPasswordOwned(db: Queries, id: string): Promise<void> {
  await db.run`update accounts set password_site_id = null where id = ${id} and password_hash is not null`;
}

/** Records that the password is not known to belong to the reader of the account's address. */
export async function setPasswordUnproved(db: Queries, id: string, siteId: string): Promise<void> {
  await db.run`update accounts set password_site_id = ${siteId} where id = ${id} and password_hash is not null`;
}

/** The person has shown that they read the mail of the address that the account has. */
export async function setEmailVerified(db: Queries, id: string, now: Date): Promise<void> {
  await db.run`
    update accounts set email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now} where id = ${id}`;
}

/** The person has shown that they read the mail of a new address. False where it belongs to an account already. */
export async function setEmail(db: Queries, id: string, email: string, now: Date): Promise<boolean> {
  const key = emailKey(email);
  try {
    const changed = await db.attempt(
      (attempt) => attempt.run`
        update accounts set email = ${email}, email_key = ${key}, email_verified_at = ${now}, updated_at = ${now}
         where id = ${id}`,
    );
    return changed === 1;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === uniqueViolation) return false;
    throw error;
  }
}

/** PostgreSQL, appendix A. */
const uniqueViolation = "23505";

/** Oldest first. */
export const listAccountSites = (db: Queries, accountId: string) =>
  db.many<AccountSite>`select site_id, member_id from account_sites where account_id = ${accountId} order by site_id`;

export async function insertAccountSite(db: Queries, accountId: string, { siteId, memberId }: AccountSite) {
  await db.run`insert into account_sites ${rows({ accountId, siteId, memberId })} on conflict do nothing`;
}
