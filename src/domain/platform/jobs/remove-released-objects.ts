import type { Database } from "#database/database.ts";
import { objectKey } from "#domain/content/files/storage.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";

const batch = 500;

/** Clocks of processes differ: nobody may hold an object at the moment at which another removes it. */
const margin = 600_000;

/**
 * Removes the bytes that nothing holds any more, of all sites: first the bytes, then the row, so that whatever
 * interrupts it the next one goes on. Says how many there were.
 */
export async function removeReleasedObjects(db: Database, store: ObjectStore, now: Date): Promise<number> {
  const until = new Date(now.getTime() - margin);
  for (let total = 0; ;) {
    const released = await db.many<{ siteId: string; id: string }>`
      select site_id, id from stored_objects where released_at < ${until} order by released_at limit ${batch}`;
    for (const { siteId, id } of released) {
      await db.transaction(async (inside) => {
        const own = await inside.first`
          select id from stored_objects
           where site_id = ${siteId} and id = ${id} and released_at < ${until} for update skip locked`;
        if (!own) return;
        await store.remove(objectKey(siteId, id));
        await inside.run`delete from stored_objects where site_id = ${siteId} and id = ${id}`;
      });
    }
    total += released.length;
    if (released.length < batch) return total;
  }
}
