import * as z from "zod";
import type { Database } from "#database/database.ts";

const Payload = z.object({ siteId: z.uuid(), memberIds: z.array(z.uuid()), activeAt: z.coerce.date().nullable() });

/** The job `mark_members`: moves `updated_at` of members that were locked when one of their counts changed. */
export async function markMembers(db: Database, payload: unknown, now: Date): Promise<void> {
  const { siteId, memberIds, activeAt } = Payload.parse(payload);
  for (const id of memberIds) {
    await db.run`
      update members
         set updated_at = greatest(updated_at, ${now}),
             last_active_at = greatest(last_active_at, ${activeAt}::timestamptz)
       where site_id = ${siteId} and id = ${id}`;
  }
}
