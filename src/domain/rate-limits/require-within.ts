import type { Context } from "#domain/context.ts";
import { rateLimited } from "#domain/problem.ts";
import { count, type Limit } from "./rate-limits.ts";

/** Counts one more and throws `rate_limited` where that is too many; the first time it is, `onReached` is told. */
export async function requireWithin(
  context: Context,
  limit: Limit,
  subject: string,
  onReached?: (limit: Limit) => Promise<void>,
): Promise<void> {
  const counter = await count(context, limit, subject);
  if (counter.count <= limit.most) return;
  if (counter.count === limit.most + 1) await onReached?.(limit);
  throw rateLimited(Math.max(1, Math.ceil((counter.expiresAt.getTime() - context.now.getTime()) / 1000)));
}
