import type { Context } from "#domain/platform/context.ts";
import { endGrantsOf } from "./end-grants.ts";

/**
 * Deletes a client. Every lookup of the client or its tokens checks its row, so they stop working immediately. Returns the
 * number of members who had authorized it.
 */
export async function deleteClient(context: Context, id: string): Promise<number> {
  const { db, site, now } = context;
  await db.run`
    update clients set deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
  return endGrantsOf(context, id);
}
