import type { Context, SiteScope } from "#domain/platform/context.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { cancelPending } from "#domain/sales/payments/settlement/cancel-pending.ts";
import { type Agreement, isOver } from "./agreement.ts";
import { lockAgreement, updateAgreement, queueChanges } from "./queries.ts";
import { endSubscriptions } from "#domain/memberships/subscriptions/end-subscription.ts";
import { billsItself } from "#domain/site/selling/payment-provider.ts";

/** Ends a locked agreement, so that nothing further is charged. The caller ends the access that it paid for. */
export async function endAgreement(
  context: Context,
  existing: Agreement,
  {
    status = "canceled",
    order = "canceled",
  }: { status?: "canceled" | "completed"; order?: "canceled" | "expired" } = {},
): Promise<Agreement> {
  if (isOver(existing)) return existing;
  await cancelRenewal(context, existing, order);
  const unsent = billsItself(existing.provider) && existing.providerReference !== null;
  const over = { status, canceledAt: status === "canceled" ? context.now : null, renewalOrderId: null };
  const ended = await updateAgreement(context, existing, { ...over, unsent: existing.unsent || unsent }, context.now);
  if (unsent) await queueChanges(context, existing.id);
  return ended;
}

/** Ends the unpaid order of the next period, if there is one. */
export async function cancelRenewal(
  context: Context,
  { renewalOrderId }: Pick<Agreement, "renewalOrderId">,
  to: "canceled" | "expired" = "canceled",
): Promise<void> {
  if (renewalOrderId === null) return;
  const order = await lockOrder(context, renewalOrderId);
  if (order?.status === "pending") await cancelPending(context, order, to);
}

type OpenAgreement = Pick<Agreement, "id" | "name" | "payments">;

const listOpen = ({ db, site }: SiteScope, memberId: string): Promise<OpenAgreement[]> =>
  db.many<OpenAgreement>`
    select id, name, payments from billing_agreements
     where site_id = ${site.id} and member_id = ${memberId} and status not in ('canceled', 'completed')
     order by created_at, id`;

/** Returns the names of courses whose installments a member has not completed. */
export const listOpenInstallments = async (scope: SiteScope, memberId: string): Promise<string[]> =>
  (await listOpen(scope, memberId)).filter(({ payments }) => payments !== null).map(({ name }) => name);

/** Ends all recurring payments of a member whose memberships have ended, here and at their providers. */
export async function endAgreementsOf(context: Context, memberId: string): Promise<void> {
  for (const { id } of await listOpen(context, memberId)) {
    const agreement = await lockAgreement(context, id);
    if (agreement) await endAgreement(context, agreement);
  }
}

/**
 * Ends everything for which a member who leaves would be charged again: subscriptions if requested, and installments.
 * Throws `active_subscriptions` if there are subscriptions, and they are not to be ended.
 */
export async function endChargesOf(context: Context, memberId: string, cancelsSubscriptions: boolean): Promise<void> {
  await endSubscriptions(context, memberId, cancelsSubscriptions);
  await endAgreementsOf(context, memberId);
}
