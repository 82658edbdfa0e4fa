import type { Context } from "#domain/platform/context.ts";
import { endGrantsOf } from "./end-grants.ts";

/**
 * Whoever asks for a client or its tokens looks at its row: nothing of it answers from here on. Answers how many
 * members had allowed it.
 */
export async function deleteClient(context: Context, id: string): Promise<number> {
  const { db, site, now } = context;
  await db.run`
    update clients set deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
  return endGrantsOf(context, id);
}
