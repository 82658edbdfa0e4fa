import type { Queries } from "#database/database.ts";
import { sql } from "#database/sql.ts";
import { emailKey } from "#domain/platform/email.ts";

/** The condition of the indexes on addresses whose domain is not compared in ASCII yet. */
export const hasUnicodeDomain = sql`email_key ~ '[^[:ascii:]][^@]*$'`;

/** Two members with one mailbox, whose domain is written in Unicode and in ASCII. */
export interface TwinMembers {
  siteId: string;
  memberId: string;
  twinId: string;
}

/** Rows per statement. */
const limit = 500;

/** The sites with members whose domain is not compared in ASCII yet. */
export async function sitesWithUnicodeDomains(db: Queries): Promise<string[]> {
  const sites = await db.many<{ siteId: string }>`select distinct site_id from members where ${hasUnicodeDomain}`;
  return sites.map(({ siteId }) => siteId).toSorted();
}

/** Returns members whose mailbox another member of the site has. The first ones of a site suffice for a report. */
export async function findTwinMembers(db: Queries): Promise<TwinMembers[]> {
  const twins: TwinMembers[] = [];
  for (const siteId of await sitesWithUnicodeDomains(db)) {
    const rows = await db.many<{ id: string; email: string }>`
      select id, email from members where site_id = ${siteId} and ${hasUnicodeDomain} order by id limit ${limit}`;
    for (const { id, email } of rows) {
      const twin = await db.first<{ id: string }>`
        select id from members where site_id = ${siteId} and email_key = ${emailKey(email)} and id <> ${id}`;
      if (twin) twins.push({ siteId, memberId: id, twinId: twin.id });
    }
  }
  return twins;
}

/** Returns the numbers of accounts whose mailbox another account has. */
export async function countTwinAccounts(db: Queries): Promise<number> {
  const rows = await db.many<{ id: string; email: string }>`
    select id, email from accounts where ${hasUnicodeDomain} order by id limit ${limit}`;
  let count = 0;
  for (const { id, email } of rows) {
    if (await db.first`select id from accounts where email_key = ${emailKey(email)} and id <> ${id}`) count += 1;
  }
  return count;
}
