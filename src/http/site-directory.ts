import { LRUCache } from "lru-cache";
import type { Queries } from "#database/database.ts";
import { findSiteByHost } from "#domain/site/sites/queries.ts";
import type { Site } from "#domain/site/sites/site.ts";

/** Finds the site of a host. Sites change rarely: what was read stands for a few seconds, absence too. */
export interface SiteDirectory {
  /** What is remembered of a host, as it was sent: undefined where it has to be looked up, null where none answers. */
  remembered(host: string): Site | null | undefined;
  find(host: string): Promise<Site | null>;
  /** For whoever changed a site and shows the change at once, in this process. */
  forget(site: Site): void;
}

const ttl = 3000;
/** RFC 1035 §2.3.4, and a port. */
const maxHostLength = 255 + 6;

export function openSiteDirectory(db: Queries): SiteDirectory {
  const known = new LRUCache<string, Site>({ max: 10_000, ttl });
  // Apart, so that whoever makes up hosts pushes no site out.
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
