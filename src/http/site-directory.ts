import { LRUCache } from "lru-cache";
import type { Queries } from "#database/database.ts";
import { findSiteByHost } from "#domain/site/sites/queries.ts";
import type { Site } from "#domain/site/sites/site.ts";

/** Finds the site of a host. Caches sites, and their absence, for a few seconds. */
export interface SiteDirectory {
  /** Returns the cached site of a host: undefined if not cached, null if the host has no site. */
  remembered(host: string): Site | null | undefined;
  find(host: string): Promise<Site | null>;
  /** Evicts a site after a change, so that this process uses the change at once. */
  forget(site: Site): void;
}

const ttl = 3000;
/** RFC 1035 §2.3.4, plus a port. */
const maxHostLength = 255 + 6;

export function openSiteDirectory(db: Queries): SiteDirectory {
  const known = new LRUCache<string, Site>({ max: 10_000, ttl });
  // A separate cache, so that invented hosts do not evict sites.
  const absent = new LRUCache<string, true>({ max: 1000, ttl });
  return {
    remembered: (host) => known.get(host) ?? (absent.has(host) ? null : undefined),
    async find(host) {
      if (host.length === 0 || host.length > maxHostLength) return null;
      const normal = host.toLowerCase().replace(/:(80|443)$/, "");
      const site = known.get(normal) ?? (await findSiteByHost(db, normal)) ?? null;
      if (site) known.set(normal, site);
      else absent.set(host, true);
      return site;
    },
    forget({ id, host }) {
      for (const [key, site] of known.entries()) if (site.id === id) known.delete(key);
      absent.delete(host);
    },
  };
}
