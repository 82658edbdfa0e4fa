import type { RequestContext } from "#domain/platform/context.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { networkOf } from "#lib/network.ts";
import { codes, type Message, RpcError } from "../protocol/json-rpc.ts";

/** Every host calls them on connect, and they are cheap to answer. */
const uncountedMethods: ReadonlySet<string> = new Set(["initialize", "server/discover", "tools/list", "ping"]);

/** Counts a call against the per-minute limit of the grant, or of the network for anonymous callers. */
export async function limitCalls(
  quotas: Quotas,
  { site, caller, now, address }: RequestContext,
  { method }: Message,
): Promise<void> {
  if (uncountedMethods.has(method)) return;
  const { mcpRequestsPerMinute, mcpAnonymousRequestsPerMinute } = site.settings;
  const balance = await (caller.kind === "token"
    ? quotas.take(site, { name: "mcp", perMinute: mcpRequestsPerMinute }, caller.grantId, now)
    : quotas.take(site, { name: "mcp-anonymous", perMinute: mcpAnonymousRequestsPerMinute }, networkOf(address), now));
  if (balance.allowed) return;
  throw new RpcError(codes.rateLimited, `Too many requests. Try again in ${balance.resetSeconds} seconds.`, {
    status: 429,
    data: { retryAfter: balance.resetSeconds },
  });
}
