import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import type { ObjectFacts } from "#lib/objects/object-store.ts";
import { objectKey, storageOf } from "./storage.ts";

/** For stored bytes without an owner. */
const gracePeriodMs = 86_400_000;

/**
 * Stores bytes without an owner, outside of any transaction. Returns the object's id. Inserts the row before the
 * bytes, so that the cleanup job finds them after the grace period, whatever fails in between.
 */
export async function storeObject(
  context: Context,
  bytes: AsyncIterable<Uint8Array>,
  facts: ObjectFacts,
): Promise<string> {
  const id = newId();
  await storeObjects(context, [{ id, read: () => bytes, facts }]);
  return id;
}

/** Bytes with the id under which they are stored. */
export interface NewObject {
  id: string;
  read(): AsyncIterable<Uint8Array>;
  facts: ObjectFacts;
}

/** Stores several objects, see `storeObject`. */
export async function storeObjects(context: Context, objects: readonly NewObject[]): Promise<void> {
  const { db, site, now } = context;
  const releasedAt = new Date(now.getTime() + gracePeriodMs);
  await db.run`
    insert into stored_objects (site_id, id, released_at)
    select ${site.id}, id, ${releasedAt} from unnest(${objects.map(({ id }) => id)}::uuid[]) as id`;
  const { store } = storageOf(context);
  await Promise.all(objects.map((object) => store.put(objectKey(site.id, object.id), object.read(), object.facts)));
}

export const readObject = (context: Context, id: string, range?: { start: number; end: number }) =>
  storageOf(context).store.read(objectKey(context.site.id, id), range);

/** Marks objects as owned. Throws if one is already released. */
export async function claimObjects(context: Context, ids: readonly string[]): Promise<void> {
  const { db, site, now } = context;
  if (context.dryRun) {
    // A dry run has stored nothing; these rows disappear with its rollback.
    await db.run`
      insert into stored_objects (site_id, id) select ${site.id}, id from unnest(${ids}::uuid[]) as id
      on conflict do nothing`;
    return;
  }
  const claimedCount = await db.run`
    update stored_objects set released_at = null
     where site_id = ${site.id} and id = any(${ids}::uuid[]) and (released_at is null or released_at > ${now})`;
  if (claimedCount === ids.length) return;
  throw new RetryableProblem("conflict", "Another request released the stored bytes. Send them again.");
}

/** Releases objects: the cleanup job deletes them after the commit. */
export async function releaseObjects({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.run`
    update stored_objects set released_at = ${now} where site_id = ${site.id} and id = any(${ids}::uuid[])`;
}
