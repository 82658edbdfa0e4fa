import { requireRecentSession } from "#domain/platform/authentication/require-authentication.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";

/**
 * Counts a download of a whole list by the person who is signed in, who must have authenticated a moment ago: most lists
 * are about people. Throws `rate_limited`.
 */
export async function limitDownloads(context: RequestContext): Promise<void> {
  requireRecentSession(context);
  await requireWithin(context, limits.listDownloadPerMember, requireSession(context).memberId);
}
