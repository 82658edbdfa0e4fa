import { endSubscriptions } from "#domain/memberships/subscriptions/end-of-member.ts";
import type { Context } from "#domain/platform/context.ts";
import { endAgreementsOf } from "./end-agreement.ts";

/**
 * Ends everything for which a member who leaves would be charged again: subscriptions if requested, and installments.
 * Throws `active_subscriptions` if there are subscriptions, and they are not to be ended.
 */
export async function endChargesOf(context: Context, memberId: string, cancelsSubscriptions: boolean): Promise<void> {
  await endSubscriptions(context, memberId, cancelsSubscriptions);
  await endAgreementsOf(context, memberId);
}
