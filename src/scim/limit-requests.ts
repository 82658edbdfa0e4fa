import type { FastifyReply } from "fastify";
import type { ProvisioningCaller } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { rateLimited } from "#domain/platform/problem.ts";
import type { Quotas } from "#http/quotas/quotas.ts";

/**
 * Counts a request of a directory, by its key. The limits are its own, so that a directory that brings thousands of
 * members does not stop other programs of the school. Throws `rate_limited`.
 */
export async function limitRequests(
  quotas: Quotas,
  { site, now }: RequestContext,
  { keyId }: ProvisioningCaller,
  { bulk, reply }: { bulk: boolean; reply: FastifyReply },
): Promise<void> {
  const { provisioningRequestsPerMinute, apiBulkRequestsPerMinute } = site.settings;
  const balance = await quotas.take(
    site,
    bulk
      ? { name: "provisioning_bulk", perMinute: apiBulkRequestsPerMinute }
      : { name: "provisioning", perMinute: provisioningRequestsPerMinute },
    keyId,
    now,
  );
  const { policy, remaining, resetSeconds, allowed } = balance;
  reply
    .header("ratelimit-policy", `"${policy.name}";q=${policy.perMinute};w=60`)
    .header("ratelimit", `"${policy.name}";r=${remaining};t=${resetSeconds}`);
  if (!allowed) throw rateLimited(resetSeconds);
}
