import type { Database, Queries } from "#database/database.ts";
import { listSites } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { MissingObject, type ObjectStore } from "#lib/objects/object-store.ts";
import { objectKey } from "#domain/platform/storage/storage.ts";

/** Result of a sample: how many stored objects were looked for, and the keys of those that the store lacks. */
export interface ContentsSample {
  looked: number;
  missing: string[];
}

const maxSites = 100;
const perSite = 3;

/**
 * Looks for the newest file contents of the oldest sites in the store. A store that was not restored with the database,
 * or a volume that is not mounted, lacks them all.
 */
export async function findMissingContents(db: Database, store: ObjectStore): Promise<ContentsSample> {
  const sample: ContentsSample = { looked: 0, missing: [] };
  for (const site of await listSites(db, { limit: maxSites })) {
    for (const { id } of await newestObjects(db, site)) {
      const key = objectKey(site.id, id);
      sample.looked++;
      if (!(await exists(store, key))) sample.missing.push(key);
    }
  }
  return sample;
}

/** Objects that a file owns. Uploads without an owner yet may not have their bytes. */
const newestObjects = (db: Queries, site: Site): Promise<{ id: string }[]> =>
  db.many<{ id: string }>`
    select id from stored_objects
     where site_id = ${site.id} and released_at is null order by id desc limit ${perSite}`;

async function exists(store: ObjectStore, key: string): Promise<boolean> {
  try {
    (await store.read(key)).destroy();
    return true;
  } catch (error) {
    if (error instanceof MissingObject) return false;
    throw error;
  }
}
