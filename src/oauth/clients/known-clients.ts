import { LRUCache } from "lru-cache";
import type { SiteScope } from "#domain/context.ts";
import type { Client } from "./client.ts";
import { findClient } from "./queries.ts";

/**
 * Clients as they were read last. Whoever acts for one of these has its version checked by the very statement that
 * acts (`stillHolds`), so that a deleted client and a changed secret are refused at once all the same.
 */
const known = new LRUCache<string, Client>({ max: 10_000, ttl: 5 * 60_000 });

const keyOf = ({ site }: SiteScope, id: string) => `${site.id}/${id}`;

export const rememberedClient = (scope: SiteScope, id: string): Client | undefined => known.get(keyOf(scope, id));

/** As it is now. */
export async function readClient(scope: SiteScope, id: string): Promise<Client | undefined> {
  const client = await findClient(scope, id);
  if (client) known.set(keyOf(scope, id), client);
  else known.delete(keyOf(scope, id));
  return client;
}
