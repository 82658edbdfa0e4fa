import type { Context } from "#domain/platform/context.ts";
import { seam } from "#domain/platform/seam.ts";

/**
 * Ends what a member who leaves would be charged for: installments always, subscriptions if requested. Throws
 * `active_subscriptions` otherwise.
 */
export const endChargesOf = seam<[context: Context, memberId: string, cancelsSubscriptions: boolean], void>(
  "ends what a member who leaves would be charged for",
);
