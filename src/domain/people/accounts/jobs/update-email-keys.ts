import type { Database, Queries } from "#database/database.ts";
import { nilUuid } from "#lib/nil-uuid.ts";
import { emailKey } from "#domain/platform/email.ts";
import { hasUnicodeDomain, sitesWithUnicodeDomains } from "./email-keys.ts";

const batch = 200;

/** Returns whether there are addresses that were stored when domains were compared as they are written. */
export const hasOldEmailKeys = async (db: Queries): Promise<boolean> =>
  (await db.first`select id from accounts where ${hasUnicodeDomain} limit 1`) !== undefined ||
  (await sitesWithUnicodeDomains(db)).length > 0;

/**
 * Compares stored addresses by their domain in ASCII from now on. A row whose mailbox another row has stays as it is:
 * which of the two a person uses only the school can tell. `lectern doctor` reports it. Returns the number of rows.
 */
export const updateEmailKeys = async (db: Database): Promise<number> =>
  (await updateAccounts(db)) + (await updateMembers(db));

async function updateAccounts(db: Database): Promise<number> {
  let total = 0;
  for (let after = nilUuid; ;) {
    const rows = await db.many<{ id: string; email: string }>`
      select id, email from accounts where ${hasUnicodeDomain} and id > ${after} order by id limit ${batch}`;
    for (const { id, email } of rows) {
      const key = emailKey(email);
      if (await db.first`select id from accounts where email_key = ${key}`) continue;
      total += await db.run`update accounts set email_key = ${key} where id = ${id} and email = ${email}`;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) return total;
    after = last.id;
  }
}

async function updateMembers(db: Database): Promise<number> {
  let total = 0;
  for (const siteId of await sitesWithUnicodeDomains(db)) total += await updateMembersOf(db, siteId);
  return total;
}

async function updateMembersOf(db: Database, siteId: string): Promise<number> {
  let total = 0;
  for (let after = nilUuid; ;) {
    const rows = await db.many<{ id: string; email: string }>`
      select id, email from members
       where site_id = ${siteId} and ${hasUnicodeDomain} and id > ${after} order by id limit ${batch}`;
    for (const { id, email } of rows) {
      const key = emailKey(email);
      if (await db.first`select id from members where site_id = ${siteId} and email_key = ${key}`) continue;
      total += await db.run`
        update members set email_key = ${key} where site_id = ${siteId} and id = ${id} and email = ${email}`;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) return total;
    after = last.id;
  }
}
