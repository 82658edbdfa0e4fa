import type { FastifyReply } from "fastify";
import type { TokenStatus } from "#oauth/token-status.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { codedError } from "./errors.ts";

/** Counts a request per client and member, across all their tokens. Throws `RATE_LIMITED`. */
export async function limitRequests(
  quotas: Quotas,
  { site, now }: RequestContext,
  { grantId }: TokenStatus,
  reply: FastifyReply,
): Promise<void> {
  const policy = { name: "client", perMinute: site.settings.apiRequestsPerMinute };
  const { allowed, resetSeconds } = await quotas.take(site, policy, grantId, now);
  if (allowed) return;
  reply.header("retry-after", String(resetSeconds));
  throw codedError(
    "RATE_LIMITED",
    `More than ${policy.perMinute} requests in one minute. Wait ${resetSeconds} seconds.`,
    {
      retryAfterSeconds: resetSeconds,
    },
  );
}
