import type { RequestContext } from "#domain/platform/context.ts";
import { networkOf } from "#lib/network.ts";
import type { Quotas } from "#http/quotas/quotas.ts";

/** At most, and never more than agents without a token may send. */
const maxPerMinute = 60;

/** Counts a search for similar items, or returns false if there were too many. */
export type MayFindSimilar = (context: RequestContext) => Promise<boolean>;

/**
 * Limits searches for similar items per network. They cost many times as much as a search by an index, and public pages
 * have no other limit. A list beyond it finds only exact words.
 */
export const similarSearches =
  (quotas: Quotas): MayFindSimilar =>
  async ({ site, now, address }) => {
    const perMinute = Math.min(maxPerMinute, site.settings.mcpAnonymousRequestsPerMinute);
    const policy = { name: "similar-searches", perMinute };
    return (await quotas.take(site, policy, networkOf(address), now)).allowed;
  };
