import type { Queries } from "#database/database.ts";
import { rows, sql } from "#database/statements/sql.ts";
import type { Account, AccountSite, NewAccount } from "./account.ts";
import { emailKey } from "#domain/platform/email.ts";

// Accounts and the list of their sites are shared across the installation.
const columns = sql`
  id, email, email_verified_at, password_hash, password_site_id, password_set_at, locale, created_at`;

export const findAccountByEmail = (db: Queries, email: string) =>
  db.first<Account>`select ${columns} from accounts where email_key = ${emailKey(email)}`;

export const findAccount = (db: Queries, id: string) =>
  db.first<Account>`select ${columns} from accounts where id = ${id}`;

/** Returns the account and locks it until the transaction ends. */
export const lockAccountByEmail = (db: Queries, email: string) =>
  db.first<Account>`select ${columns} from accounts where email_key = ${emailKey(email)} for no key update`;

/** Locks the account until the transaction ends, which serializes changes to it. */
export const lockAccount = (db: Queries, id: string) =>
  db.first<Account>`select ${columns} from accounts where id = ${id} for no key update`;

/** Returns false if the address already has an account. */
export async function insertAccount(db: Queries, account: NewAccount): Promise<boolean> {
  const passwordSetAt = account.passwordHash === null ? null : account.createdAt;
  const row = { passwordSetAt, ...account, emailKey: emailKey(account.email), updatedAt: account.createdAt };
  return (await db.run`insert into accounts ${rows(row)} on conflict (email_key) do nothing`) === 1;
}

/**
 * Origin of a password. `owner`: by a person with access to the address's mailbox. `operator`: by the operator
 * of a site, for the person. `same`: by a person who knew the old one, which proves no more than the old one did.
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

/** Records that the person who knows the password also has access to the address's mailbox. */
export async function setPasswordOwned(db: Queries, id: string): Promise<void> {
  await db.run`update accounts set password_site_id = null where id = ${id} and password_hash is not null`;
}

/** Removes a password that is not that of the address's owner. Mailed links from before end with it. */
export async function clearPassword(db: Queries, id: string, now: Date): Promise<void> {
  await db.run`
    update accounts set password_hash = null, password_site_id = null, password_set_at = ${now}, updated_at = ${now}
     where id = ${id}`;
}

/** Records that the person proved access to the mailbox of the account's address. */
export async function setEmailVerified(db: Queries, id: string, now: Date): Promise<void> {
  await db.run`
    update accounts set email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now} where id = ${id}`;
}

/**
 * Records that the person proved access to the mailbox of a new address. Returns false if it already has an account.
 */
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

/** PostgreSQL error code, appendix A. */
const uniqueViolation = "23505";

/** Oldest first. */
export const listAccountSites = (db: Queries, accountId: string) =>
  db.many<AccountSite>`select site_id, member_id from account_sites where account_id = ${accountId} order by site_id`;

export async function insertAccountSite(db: Queries, accountId: string, { siteId, memberId }: AccountSite) {
  await db.run`insert into account_sites ${rows({ accountId, siteId, memberId })} on conflict do nothing`;
}
