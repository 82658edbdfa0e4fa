import { LRUCache } from "lru-cache";
import type { RequestContext } from "#domain/platform/context.ts";
import { markAgent } from "#oauth/clients/agents.ts";

/** Those that this process has noticed already: noticing costs each of them one statement. */
const noticed = new LRUCache<string, true>({ max: 10_000 });

/** Whoever speaks to this server with a token is an agent, and people are told so where they decide about it. */
export async function noticeAgent(context: RequestContext): Promise<void> {
  const { site, caller, now } = context;
  if (caller.kind !== "token") return;
  const key = `${site.id} ${caller.clientId}`;
  if (noticed.has(key)) return;
  await markAgent(context, caller.clientId, now);
  noticed.set(key, true);
}
