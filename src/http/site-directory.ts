import { LRUCache } from "lru-cache";
import type { Queries } from "#database/database.ts";
import { findSiteByHost } from "#domain/sites/queries.ts";
import type { Site } from "#domain/sites/site.ts";

/** Finds the site of a host. Sites change rarely: what was read stands for a few seconds, absence too. */
export interface SiteDirectory {
  find(host: string): Promise<Site | undefined>;
  /** For whoever changed a site and shows the change at once, in this process. */
  forget(site: Site): void;
}

const ttl = 3000;
/** RFC 1035 §2.3.4, and a port. */
const maxHostLength = 255 + 6;

export function openSiteDirectory(db: Queries): SiteDirectory {
  const known = new LRUCache<string, Promise<Site | undefined>>({ max: 10_000, ttl });
  return {
    async find(host) {
      if (host.length === 0 || host.length > maxHostLength) return undefined;
      const normal = host.toLowerCase().replace(/:(80|443)$/, "");
      const cached = known.get(normal);
      if (cached) return cached;
      const looking = findSiteByHost(db, normal);
      known.set(normal, looking);
      looking.catch(() => known.delete(normal));
      return looking;
    },
    forget: ({ host }) => known.delete(host),
  };
}
