import type { Database } from "#database/database.ts";
import { mayRemoveFiles } from "#domain/platform/backup-lock.ts";
import { objectKey } from "#domain/platform/storage/storage.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";

const batch = 500;

/** Tolerates clock differences between processes. No process may reference an object while another removes it. */
const margin = 600_000;

/**
 * Removes the bytes of unreferenced objects of all sites. Removes the bytes before the row, so that an interrupted run
 * can be resumed. Removes nothing while a backup runs. Returns the number of objects.
 */
export async function removeReleasedObjects(
  db: Database,
  store: ObjectStore,
  now: Date,
  /** Milliseconds for which they stay. */
  keptFor = 0,
): Promise<number> {
  const until = new Date(now.getTime() - Math.max(margin, keptFor));
  for (let total = 0; ;) {
    const released = await db.many<{ siteId: string; id: string }>`
      select site_id, id from stored_objects where released_at < ${until} order by released_at limit ${batch}`;
    for (const { siteId, id } of released) {
      const isAllowed = await db.transaction(async (inside) => {
        if (!(await mayRemoveFiles(inside))) return false;
        const own = await inside.first`
          select id from stored_objects
           where site_id = ${siteId} and id = ${id} and released_at < ${until} for update skip locked`;
        if (!own) return true;
        await store.remove(objectKey(siteId, id));
        await inside.run`delete from stored_objects where site_id = ${siteId} and id = ${id}`;
        return true;
      });
      if (!isAllowed) return total;
    }
    total += released.length;
    if (released.length < batch) return total;
  }
}
