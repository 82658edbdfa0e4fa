import type { RequestContext } from "#domain/platform/context.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/require-session.ts";

/** Counts a download of a whole list by the person who is signed in. Throws `rate_limited`. */
export const limitDownloads = (context: RequestContext): Promise<void> =>
  requireWithin(context, limits.listDownloadPerMember, requireSession(context).memberId);
