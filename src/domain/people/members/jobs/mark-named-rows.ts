import * as z from "zod";
import type { Database } from "#database/database.ts";
import { sql } from "#database/sql.ts";

const Payload = z.object({ siteId: z.uuid(), memberIds: z.array(z.uuid()) });

/** Rows per statement, so that other writes wait briefly. */
const chunk = 500;

/** Tables whose rows show the name or the address of a member, with the column of the member. */
const tables = [
  { table: sql`orders`, member: sql`member_id` },
  { table: sql`event_registrations`, member: sql`member_id` },
  { table: sql`digital_product_grants`, member: sql`member_id` },
  { table: sql`comments`, member: sql`author_id` },
];

/** The job `mark_named_rows`: moves `updated_at` of rows that show the name or the address of changed members. */
export async function markNamedRows(db: Database, payload: unknown, now: Date): Promise<void> {
  const { siteId, memberIds } = Payload.parse(payload);
  for (const { table, member } of tables) {
    const found = await db.many<{ id: string }>`
      select id from ${table}
       where site_id = ${siteId} and ${member} = any(${memberIds}::uuid[]) and deleted_at is null order by id`;
    for (let first = 0; first < found.length; first += chunk) {
      const ids = found.slice(first, first + chunk).map(({ id }) => id);
      await db.run`
        update ${table} set updated_at = greatest(updated_at, ${now})
         where site_id = ${siteId}
           and id in (select id from ${table}
                       where site_id = ${siteId} and id = any(${ids}::uuid[]) order by id for no key update)`;
    }
  }
}
