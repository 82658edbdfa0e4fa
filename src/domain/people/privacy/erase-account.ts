import type { Queries } from "#database/database.ts";

/** An account belongs to every site of the person: it goes with the last of them, and so do the links that were mailed for it. */
export async function eraseAccount(db: Queries, accountId: string): Promise<void> {
  const other = await db.first`select account_id from account_sites where account_id = ${accountId} limit 1`;
  if (other) return;
  await db.run`delete from mail_links where account_id = ${accountId}`;
  await db.run`delete from accounts where id = ${accountId}`;
}
