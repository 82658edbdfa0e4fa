import type { Context, RequestContext } from "#domain/platform/context.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { lockOrder, updateOrder } from "#domain/sales/orders/change-order.ts";
import type { PaymentState } from "../provider.ts";
import { settlePayment } from "../settlement/settle-payment.ts";
import { comparePayment } from "./compare-payment.ts";
import type { Divergence } from "./divergence.ts";
import { type OurPayment, rememberDivergence } from "./our-payments.ts";

/** Compares a payment with its state at the provider. Repairs a difference, or marks its order for staff. */
export async function settleDifference(
  context: RequestContext,
  payment: OurPayment,
  theirs: PaymentState | undefined,
): Promise<Divergence | undefined> {
  const difference = comparePayment(payment, theirs);
  if (!difference) {
    if (payment.divergence !== null) await rememberDivergence(context, payment.id, null);
    return undefined;
  }
  const { id, orderId, orderNumber, provider, sessionReference, status } = payment;
  const system = asSystem(context);
  const isRepaired = await context.db.transaction(async (db) => {
    const inside = { ...system, db };
    if (difference.isSafe && theirs && (await settlePayment(inside, id, asOf(context.now, theirs))) === "applied") {
      return true;
    }
    await markForStaff(inside, payment, `${difference.kind} ${theirs?.status ?? "absent"}`);
    return false;
  });
  const found = { kind: difference.kind, provider, reference: sessionReference, orderId, orderNumber };
  return { ...found, ours: status, theirs: theirs?.status ?? null, isRepaired };
}

/** Events about a dispute that are older than this query do not replace its state. */
const asOf = (now: Date, state: PaymentState): PaymentState => (state.dispute ? { ...state, disputeAt: now } : state);

/** Marks an order once for each difference, so that staff can dismiss it. */
async function markForStaff(
  context: Context,
  { id, orderId, divergence }: OurPayment,
  difference: string,
): Promise<void> {
  const order = await lockOrder(context, orderId);
  if (!order || divergence === difference) return;
  await rememberDivergence(context, id, difference);
  if (order.attention === null) await updateOrder(context, order.id, { attention: "differs_there" }, context.now);
}
