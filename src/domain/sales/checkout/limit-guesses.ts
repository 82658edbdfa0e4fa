import type { Context, RequestContext } from "#domain/platform/context.ts";
import { limits, uncount } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { networkOf } from "#lib/network.ts";

/**
 * Counts an entered code before it is looked up, because codes can be guessed. `prepare` of the operations of the
 * checkout: a refusal would take back a count of its transaction. Throws `rate_limited`.
 */
export async function limitGuesses(context: RequestContext, code: string | undefined): Promise<object> {
  if (code) await requireWithin(context, limits.couponPerAddress, networkOf(context.address));
  return {};
}

/** Takes back the count of a code that can be used, so that a class can buy with one coupon in one room. */
export const acceptGuess = (context: Context): Promise<void> =>
  uncount(context, limits.couponPerAddress, networkOf(context.address));
