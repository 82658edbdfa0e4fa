import type { Queries } from "#database/database.ts";
import { rows, sql } from "#database/sql.ts";
import type { Account, AccountSite } from "./account.ts";
import { emailKey } from "./email.ts";

// Accounts and the list of their sites are installation-wide: a person is one person everywhere.
const columns = sql`id, email, email_verified_at, password_hash, locale, created_at`;

export const findAccountByEmail = (db: Queries, email: string) =>
  db.first<Account>`select ${columns} from accounts where email_key = ${emailKey(email)}`;

export const findAccount = (db: Queries, id: string) =>
  db.first<Account>`select ${columns} from accounts where id = ${id}`;

/** The same, held as it is until the transaction ends: two changes of one account come one after the other. */
export const holdAccount = (db: Queries, id: string) =>
  db.first<Account>`select ${columns} from accounts where id = ${id} for no key update`;

/** False where the address belongs to an account already. */
export async function insertAccount(db: Queries, account: Account): Promise<boolean> {
  const row = { ...account, emailKey: emailKey(account.email), updatedAt: account.createdAt };
  return (await db.run`insert into accounts ${rows(row)} on conflict (email_key) do nothing`) === 1;
}

/** Whoever sets a password has claimed the account, and with it the address. */
export async function setPasswordHash(db: Queries, id: string, passwordHash: string, now: Date): Promise<void> {
  await db.run`
    update accounts
    set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now}
    where id = ${id}`;
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
