import type { Queries } from "#database/database.ts";

/** Deletes the account, with its mailed links, when the person's last site is gone. */
export async function eraseAccount(db: Queries, accountId: string): Promise<void> {
  const other = await db.first`select account_id from account_sites where account_id = ${accountId} limit 1`;
  if (other) return;
  await db.run`delete from mail_links where account_id = ${accountId}`;
  await db.run`delete from accounts where id = ${accountId}`;
}
