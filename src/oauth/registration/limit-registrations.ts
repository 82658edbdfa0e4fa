import type { RequestContext } from "#domain/platform/context.ts";
import { uncount } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { networkOf } from "#lib/network.ts";
import { OAuthError } from "../error.ts";

/**
 * Limits registrations per network address by the site's setting. Refused attempts count against a limit of their own:
 * a client that retries a refused registration in a loop does not block the other clients behind its address.
 */
export async function limitRegistrations<Result>(
  context: RequestContext,
  register: () => Promise<Result>,
): Promise<Result> {
  const { registrationsPerHour } = context.site.settings;
  const bounds = { max: registrationsPerHour, seconds: 3600 };
  const accepted = { name: "registration/address", ...bounds } as const;
  const refused = { name: "registration-refused/address", ...bounds } as const;
  const subject = networkOf(context.address);
  await requireWithin(context, accepted, subject);
  try {
    return await register();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    await uncount(context, accepted, subject);
    await requireWithin(context, refused, subject);
    throw error;
  }
}
