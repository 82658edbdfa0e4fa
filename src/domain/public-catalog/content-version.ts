import { LRUCache } from "lru-cache";
import { readingBatch } from "#database/statements/batch.ts";
import type { Database, Queries } from "#database/database.ts";
import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Site } from "#domain/platform/site/site.ts";

/** Returns the version of the public content of a site, as of a time after the call. */
export type ContentVersions = (site: Pick<Site, "id">) => Promise<string>;

/**
 * Milliseconds for which what was made from the content is kept without a change: pages show what begins and ends with
 * time, such as scheduled posts, events and prices. Also the limit for changes made by other programs.
 */
export const maxAge = 5000;

const opened = new WeakMap<Database, ContentVersions>();

/** Returns the versions of a database. */
export function contentVersions(db: Database): ContentVersions {
  let versions = opened.get(db);
  if (!versions) opened.set(db, (versions = openContentVersions(db)));
  return versions;
}

/** The version before the first change. */
const none = "none";

/**
 * Reads the versions of public content (`database/content`). Requests for one site that arrive before its next statement
 * share a row of it, and those for several sites share the statement, so that under load a request costs a fraction of
 * a statement. A request never gets a version that was read before it arrived: every committed change is seen.
 */
function openContentVersions(db: Database): ContentVersions {
  const waiting = new Map<string, Promise<string>>();
  const batch = readingBatch<{ siteId: string }, { version: string }>(
    { siteId: "uuid" },
    (requested) => sql`
      with ${requested}
      select requested.ordinal, site_content_versions.version
        from requested
        join site_content_versions on site_content_versions.site_id = requested.site_id`,
  );
  const leaving = {
    ...batch,
    /** Called when the statement is sent: later requests need the next one. */
    statement: (requests: readonly { siteId: string }[]) => {
      for (const { siteId } of requests) waiting.delete(siteId);
      return batch.statement(requests);
    },
  };
  const read = async (siteId: string) => (await db.together(leaving, { siteId }))?.version ?? none;

  return ({ id }) => {
    const shared = waiting.get(id);
    if (shared) return shared;
    const reading = read(id);
    waiting.set(id, reading);
    return reading;
  };
}

/** Counted roughly. */
const maxKeptBytes = 8 * 1024 * 1024;

interface Kept<Value> {
  version: string;
  at: Date;
  value: Value;
}

/** Returns a function that reads a part of the public content of a site once until the content changes. */
export function keptUntilChanged<Value extends object>(
  read: (context: Context) => Promise<Value>,
): (context: Context) => Promise<Value> {
  const cache = new LRUCache<string, Kept<Value>>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ value }) => 2 * JSON.stringify(value).length,
  });
  return async (context) => {
    const { db, site, now } = context;
    // A transaction may have changes of its own.
    if (!isDatabase(db)) return read(context);
    const version = await contentVersions(db)(site);
    // Members and visitors see different entries of menus.
    const key = `${site.id} ${site.origin} ${context.caller.kind === "session" ? "member" : "visitor"}`;
    const cached = cache.get(key);
    if (cached?.version === version && isRecent(cached.at, now)) return cached.value;
    const value = await read(context);
    cache.set(key, { version, at: now, value });
    return value;
  };
}

const isDatabase = (db: Queries): db is Database => "transaction" in db;

/** Times of requests are not ordered, and tests move them. */
export function isRecent(at: Date, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age >= 0 && age < maxAge;
}
