import type { Context } from "#domain/platform/context.ts";
import { seam } from "#domain/platform/seam.ts";

/** Ends the subscriptions of a member who leaves, if requested; otherwise throws `active_subscriptions`. */
export const endSubscriptionsOf = seam<[context: Context, memberId: string, cancels: boolean], void>(
  "ends the subscriptions of a member who leaves",
);
