import { LRUCache } from "lru-cache";
import { type ChangeBus, noSiblings } from "#lib/work/change-bus.ts";
import type { Queries } from "#database/database.ts";
import { DatabaseOutage } from "#database/connection/outage.ts";
import { findSiteByHost } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";

/** Finds the site of a host. Caches sites, and their absence, for a few seconds. */
export interface SiteDirectory {
  /** Returns the cached site of a host: undefined if not cached, null if the host has no site. */
  remembered(host: string): Site | null | undefined;
  /** While the database does not respond, returns the last known site, so that its surface reports the outage. */
  find(host: string): Promise<Site | null>;
  /** Reads a site again. Returns null if it has another host now. */
  renew(site: Site): Promise<Site | null>;
  /** Evicts a site after a change, so that this process and its siblings use the change immediately. */
  forget(site: Site): Promise<void>;
}

const ttl = 3000;
/** Lifetime of a site that could not be read again. */
const outdatedTtl = 1000;
/** Milliseconds to wait for the database if an outdated site is known. */
const timeoutMs = 300;
const maxSites = 10_000;
/** RFC 1035 §2.3.4, plus a port. */
const maxHostLength = 255 + 6;

export function openSiteDirectory(db: Queries, siblings: ChangeBus = noSiblings): SiteDirectory {
  const fresh = new LRUCache<string, Site>({ max: maxSites, ttl });
  const outdated = new LRUCache<string, Site>({ max: maxSites });
  // A separate cache, so that invented hosts do not evict sites.
  const absent = new LRUCache<string, true>({ max: 1000, ttl });

  async function read(host: string): Promise<Site | null> {
    const site = (await findSiteByHost(db, host)) ?? null;
    if (site) {
      fresh.set(host, site);
      outdated.set(host, site);
    } else {
      outdated.delete(host);
    }
    return site;
  }

  async function readOr(host: string, last: Site): Promise<Site | null> {
    const reading = read(host).catch((error: unknown) => {
      if (error instanceof DatabaseOutage) return undefined;
      throw error;
    });
    const renewed = await orUndefined(reading);
    if (renewed !== undefined) return renewed;
    fresh.set(host, last, { ttl: outdatedTtl });
    return last;
  }

  function evict(siteId: string): void {
    for (const cache of [fresh, outdated]) {
      for (const [key, { id }] of cache.entries()) if (id === siteId) cache.delete(key);
    }
    // The site may have a new host.
    absent.clear();
  }
  siblings.on("site", evict);

  return {
    remembered: (host) => fresh.get(host) ?? (absent.has(host) ? null : undefined),
    async find(host) {
      if (host.length === 0 || host.length > maxHostLength) return null;
      const normal = host.toLowerCase().replace(/:(80|443)$/, "");
      const last = outdated.get(normal);
      const site = fresh.get(normal) ?? (await (last ? readOr(normal, last) : read(normal)));
      if (!site) absent.set(host, true);
      return site;
    },
    renew({ host }) {
      const last = outdated.get(host);
      return last ? readOr(host, last) : read(host);
    },
    async forget({ id }) {
      evict(id);
      await siblings.announce("site", id);
    },
  };
}

/** Returns undefined if the work takes too long. */
async function orUndefined<Result>(work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
