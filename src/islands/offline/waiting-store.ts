import { readJson } from "./cached-json.ts";
import type { Waiting } from "./wire.ts";

/** A cache per person, apart from the copies: it outlives their session. */
const prefix = "lectern-waiting ";
const folder = "/learn/kept.waiting/";
const endedPath = "/learn/kept.ended";

/** Time that a person has to sign in again. */
const maxAgeMs = 7 * 86_400_000;

/** The IDs of `newNoteId` and `crypto.randomUUID`. Anything else could be another address of the cache. */
const idForm = /^(?:lnt_[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** A cache that has become empty is deleted: nothing may be added meanwhile. */
const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request("lectern-waiting", work);

const waitingNames = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix));

export const hasWaiting = async (): Promise<boolean> => (await waitingNames()).length > 0;

/** Adds, or replaces what has the same ID. */
export const addWaiting = (keeper: string, waiting: Waiting): Promise<void> =>
  alone(async () => (await caches.open(prefix + keeper)).put(addressOf(waiting), Response.json(waiting)));

export const removeWaiting = (keeper: string, waiting: Pick<Waiting, "id">): Promise<void> =>
  alone(async () => {
    if (!(await caches.has(prefix + keeper))) return;
    await (await caches.open(prefix + keeper)).delete(addressOf(waiting));
    if ((await listWaiting(keeper)).length === 0) await caches.delete(prefix + keeper);
  });

/** In the order in which it was done. */
export async function listWaiting(keeper: string): Promise<Waiting[]> {
  if (!(await caches.has(prefix + keeper))) return [];
  const cache = await caches.open(prefix + keeper);
  const found = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(folder));
  const read = await Promise.all(found.map((request) => readJson<Waiting>(cache, request)));
  return read.filter((each) => each !== undefined).sort((one, other) => (one.at < other.at ? -1 : 1));
}

/**
 * Deletes what other people than the present one have not sent. Without a session, it stays for them until the
 * maximum age. Returns true if something was deleted.
 */
export const wipeWaiting = (keeper: string | null): Promise<boolean> =>
  alone(async () => {
    let isDeleted = false;
    for (const name of await waitingNames()) {
      const stays = keeper === null ? await mayWait(name) : name === prefix + keeper;
      if (!stays) isDeleted = (await caches.delete(name)) || isDeleted;
      else if (keeper !== null) await (await caches.open(name)).delete(endedPath);
    }
    return isDeleted;
  });

/** Counts from the first time that the session was found to have ended. */
async function mayWait(name: string): Promise<boolean> {
  const cache = await caches.open(name);
  const endedAt = await readJson<number>(cache, endedPath);
  if (endedAt === undefined) await cache.put(endedPath, Response.json(Date.now()));
  const age = Date.now() - (endedAt ?? Date.now());
  return age < maxAgeMs && age > -86_400_000;
}

function addressOf({ id }: Pick<Waiting, "id">): string {
  if (!idForm.test(id)) throw new Error("This is no ID.");
  return folder + encodeURIComponent(id);
}
