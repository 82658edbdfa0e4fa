import { LRUCache } from "lru-cache";
import type { SiteScope } from "#domain/platform/context.ts";
import { isAdmitted } from "../metadata-documents/admitted-hosts.ts";
import type { Client } from "./client.ts";
import { findClientBy } from "./queries.ts";

/**
 * Caches clients by `client_id`. A statement that acts for a cached client also checks its version
 * (`requestsOfClients`), so that deleted clients and changed secrets are rejected immediately.
 */
const cachedClients = new LRUCache<string, Client>({ max: 10_000, ttl: 5 * 60_000 });

const keyOf = ({ site }: SiteScope, clientId: string) => `${site.id}/${clientId}`;

export function rememberedClient(scope: SiteScope, clientId: string): Client | undefined {
  const client = cachedClients.get(keyOf(scope, clientId));
  return client && isAdmitted(scope.site, client) ? client : undefined;
}

/** Reads the current client and caches it. */
export async function readClient(scope: SiteScope, clientId: string): Promise<Client | undefined> {
  const client = await findClientBy(scope, clientId);
  if (client) cachedClients.set(keyOf(scope, clientId), client);
  else cachedClients.delete(keyOf(scope, clientId));
  return client;
}
