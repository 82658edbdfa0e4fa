import type { Context, RequestContext } from "#domain/platform/context.ts";
import { type Problem, rateLimited } from "#domain/platform/problem.ts";
import { http } from "#telemetry/metrics/catalog.ts";
import { count, type Limit, type LimitCounter, type SubjectOf } from "./rate-limits.ts";
import { countAcrossSites } from "./sign-in-attempts.ts";

/**
 * Counts an attempt before the check that it protects, and throws `rate_limited` beyond the limit. Calls `onReached`
 * the first time. Requires the database instead of a transaction, which would take the count back if the attempt
 * fails.
 */
export const requireWithin = <L extends Limit>(
  context: RequestContext,
  limit: L,
  subject: SubjectOf<L>,
  onReached?: (limit: Limit) => Promise<void>,
): Promise<void> => requireCount(context, limit, subject, onReached);

/**
 * Counts an effect, such as a sent email, in its transaction: only what happens counts. Throws `rate_limited` beyond
 * the limit. Attempts to guess something count with `requireWithin`.
 */
export const requireQuota = <L extends Limit>(context: Context, limit: L, subject: SubjectOf<L>): Promise<void> =>
  requireCount(context, limit, subject);

async function requireCount(
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
export async function requireWithinAcrossSites<L extends Limit>(
  context: RequestContext,
  limit: L,
  subject: SubjectOf<L>,
): Promise<void> {
  const counter = await countAcrossSites(context, limit, subject);
  if (counter.count > limit.max) throw limitReached(limit, counter, context.now);
}

/** The refusal of an attempt beyond a limit. */
export function limitReached({ name }: Limit, { expiresAt }: LimitCounter, now: Date): Problem {
  http.rateLimited.add({ limit: name });
  return rateLimited(Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)));
}
