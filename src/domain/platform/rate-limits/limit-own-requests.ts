import type { RequestContext } from "#domain/platform/context.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { limits } from "./rate-limits.ts";
import { requireWithin } from "./require-within.ts";

/** Counts a request of a member to get something without staff. `prepare` of an operation. Throws `rate_limited`. */
export async function limitOwnRequests(context: RequestContext): Promise<object> {
  await requireWithin(context, limits.selfServicePerMember, requireSession(context).memberId);
  return {};
}
