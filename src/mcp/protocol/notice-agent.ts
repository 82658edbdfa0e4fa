import { LRUCache } from "lru-cache";
import type { RequestContext } from "#domain/platform/context.ts";
import { markAgent } from "#oauth/clients/agents.ts";

/** Clients that this process has already marked: marking costs one statement each. */
const noticed = new LRUCache<string, true>({ max: 10_000 });

/**
 * Marks a client that uses this server with a token as an agent. The consent page and the connected-apps page show
 * the mark.
 */
export async function noticeAgent(context: RequestContext): Promise<void> {
  const { site, caller, now } = context;
  if (caller.kind !== "token") return;
  const key = `${site.id} ${caller.clientId}`;
  if (noticed.has(key)) return;
  await markAgent(context, caller.clientId, now);
  noticed.set(key, true);
}
