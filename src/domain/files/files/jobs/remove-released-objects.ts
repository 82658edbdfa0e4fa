import type { Database, Queries } from "#database/database.ts";
import { mayRemoveFiles } from "#domain/platform/locks/backup-lock.ts";
import { isReferred } from "#domain/platform/is-referred.ts";
import { objectKey } from "#domain/platform/storage/storage.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";

const batch = 500;

/** Tolerates clock differences between processes. No process may reference an object while another removes it. */
const margin = 600_000;

/**
 * Removes the bytes of unreferenced objects of all sites. The row is gone only after the bytes, so that an interrupted
 * run can be resumed. An object that something still refers to keeps its bytes, and does not hold up the others.
 * Removes nothing while a backup runs. Returns the number of objects.
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
    for (const object of released) {
      try {
        if (!(await db.transaction((inside) => removeObject(inside, store, object, until)))) return total;
      } catch (error) {
        if (!isReferred(error)) throw error;
        await db.run`
          update stored_objects set released_at = null where site_id = ${object.siteId} and id = ${object.id}`;
      }
    }
    total += released.length;
    if (released.length < batch) return total;
  }
}

/** Returns false if a backup forbids it. */
async function removeObject(
  db: Queries,
  store: ObjectStore,
  { siteId, id }: { siteId: string; id: string },
  until: Date,
): Promise<boolean> {
  if (!(await mayRemoveFiles(db))) return false;
  const own = await db.first`
    select id from stored_objects
     where site_id = ${siteId} and id = ${id} and released_at < ${until} for update skip locked`;
  if (!own) return true;
  // Before the bytes, because it fails if something refers to the object.
  await db.run`delete from stored_objects where site_id = ${siteId} and id = ${id}`;
  await store.remove(objectKey(siteId, id));
  return true;
}
