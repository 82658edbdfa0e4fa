import type { Context } from "#domain/platform/context.ts";
import { type Problem, rateLimited } from "#domain/platform/problem.ts";
import { http } from "#telemetry/metrics/catalog.ts";
import { count, type Limit, type LimitCounter } from "./rate-limits.ts";
import { countAcrossSites } from "./sign-in-attempts.ts";

/** Increments a counter and throws `rate_limited` beyond the limit. Calls `onReached` the first time. */
export async function requireWithin(
  context: Context,
  limit: Limit,
  subject: string,
  onReached?: (limit: Limit) => Promise<void>,
): Promise<void> {
  const counter = await count(context, limit, subject);
  if (counter.count <= limit.max) return;
  if (counter.count === limit.max + 1) await onReached?.(limit);
  throw limitReached(limit, counter, context.now);
}

/** Counts across all sites. Only for subjects of the caller, like their network: a refusal shows what happened elsewhere. */
export async function requireWithinAcrossSites(context: Context, limit: Limit, subject: string): Promise<void> {
  const counter = await countAcrossSites(context, limit, subject);
  if (counter.count > limit.max) throw limitReached(limit, counter, context.now);
}

function limitReached({ name }: Limit, { expiresAt }: LimitCounter, now: Date): Problem {
  http.rateLimited.add({ limit: name });
  return rateLimited(Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)));
}
