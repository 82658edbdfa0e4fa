import type { FastifyReply } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { rateLimited } from "#domain/platform/problem.ts";
import type { Balance, Quotas } from "#http/quotas/quotas.ts";

/**
 * Counts a request against the limits of its client and site. Sets the rate limit headers
 * (draft-ietf-httpapi-ratelimit-headers) and throws `rate_limited`.
 */
export async function limitRequests(
  quotas: Quotas,
  { site, now, caller }: RequestContext,
  { bulk }: { bulk: boolean },
  reply: FastifyReply,
): Promise<void> {
  const { apiRequestsPerMinute, apiBulkRequestsPerMinute, apiSiteRequestsPerMinute } = site.settings;
  // Limits apply per grant, so that a token refresh does not reset them.
  if (caller.kind !== "token") throw new Error("The operator API requires a token.");
  const { grantId } = caller;
  const balances = await Promise.all([
    quotas.take(site, { name: "site", perMinute: apiSiteRequestsPerMinute }, "all", now),
    quotas.take(site, { name: "client", perMinute: apiRequestsPerMinute }, grantId, now),
    ...(bulk ? [quotas.take(site, { name: "bulk", perMinute: apiBulkRequestsPerMinute }, grantId, now)] : []),
  ]);
  const tightest = balances.reduce((least, balance) => (balance.remaining < least.remaining ? balance : least));
  reply
    .header("ratelimit-policy", balances.map(({ policy }) => `"${policy.name}";q=${policy.perMinute};w=60`).join(", "))
    .header("ratelimit", headerOf(tightest));
  const refused = balances.find(({ allowed }) => !allowed);
  if (refused) throw rateLimited(refused.resetSeconds);
}

const headerOf = ({ policy, remaining, resetSeconds }: Balance) => `"${policy.name}";r=${remaining};t=${resetSeconds}`;
