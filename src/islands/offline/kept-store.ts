import { readJson } from "./cached-json.ts";
import { hasWaiting, wipeWaiting } from "./waiting-store.ts";

/** A lecture in the cache, with the files that its page loads. */
export interface StoredLecture {
  address: string;
  version: string;
  parts: string[];
}

export interface StoredCourse {
  slug: string;
  name: string;
  address: string;
  version: string;
  lectures: StoredLecture[];
  bytes: number;
  /** True if something did not fit. */
  isPartial: boolean;
}

/** The table of contents of the cache of one person. */
export interface Contents {
  keeper: string;
  cookie: string;
  /** Milliseconds since 1970 of the last response of the server. */
  contactAt: number;
  /** Files of the page that lists what is kept. */
  parts: string[];
  courses: StoredCourse[];
}

const prefix = "lectern-kept ";
const contentsPath = "/learn/kept.contents";

/** Copies are removed when the server was not reached for so long. */
const maxAge = 30 * 86_400_000;

/** One process at a time changes the cache: the worker, or a page. */
export const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request("lectern-kept", work);

export const cacheOf = (keeper: string): Promise<Cache> => caches.open(prefix + keeper);

const keptNames = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix));

export const keepsSomething = async (): Promise<boolean> => (await keptNames()).length > 0 || (await hasWaiting());

/** Deletes what all people but the present one keep here. Returns true if there was something. */
export async function wipe(keeper: string | null): Promise<boolean> {
  let isDeleted = await wipeWaiting(keeper);
  for (const name of await keptNames()) {
    if (keeper === null || name !== prefix + keeper) isDeleted = (await caches.delete(name)) || isDeleted;
  }
  return isDeleted;
}

/** The copies of the person whose cookie this browser has. Those of anyone else, and old ones, are deleted first. */
export async function openPresent(): Promise<{ cache: Cache; contents: Contents } | undefined> {
  for (const name of await keptNames()) {
    const cache = await caches.open(name);
    const contents = await readContents(cache);
    if (contents && prefix + contents.keeper === name && (await belongsHere(contents))) return { cache, contents };
    await caches.delete(name);
  }
  return undefined;
}

/** Some browsers have no `cookieStore`: there, the server decides when it is reached, and the age until then. */
async function belongsHere({ keeper, cookie, contactAt }: Contents): Promise<boolean> {
  const age = Date.now() - contactAt;
  if (age > maxAge || age < -86_400_000) return false;
  if (!("cookieStore" in globalThis)) return true;
  return (await cookieStore.get(cookie))?.value === keeper;
}

export const readContents = (cache: Cache): Promise<Contents | undefined> => readJson<Contents>(cache, contentsPath);

export const writeContents = (cache: Cache, contents: Contents): Promise<void> =>
  cache.put(contentsPath, Response.json(contents));
