import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { insertPayment } from "#domain/sales/orders/queries.ts";
import { emitOrderEvent } from "#domain/sales/payments/events.ts";
import { mailRenewal } from "#domain/sales/payments/order-mail.ts";
import { settlePayment } from "#domain/sales/payments/settlement/settle-payment.ts";
import type { Agreement } from "./agreement.ts";
import type { InvoiceState } from "./agreement-state.ts";
import { insertRenewal } from "./place-renewal.ts";
import { updateAgreement } from "./queries.ts";

/** Records a renewal that a provider has charged, or could not charge, as an order. Returns its ID. */
export async function settleInvoice(context: Context, agreement: Agreement, invoice: InvoiceState): Promise<string> {
  const existingOrder =
    (await findPaymentOfInvoice(context, agreement.provider, invoice.id)) ??
    (await record(context, agreement, invoice));
  const { isPaid, paymentReference, total, tax } = invoice;
  if (isPaid) {
    const paid = { status: "succeeded" as const, amount: total, ...(tax !== undefined && { tax }) };
    const reference = paymentReference === null ? {} : { providerReference: paymentReference };
    await settlePayment(context, existingOrder.id, { ...paid, ...reference });
    return existingOrder.orderId;
  }
  if (existingOrder.status === "succeeded") return existingOrder.orderId;
  if (invoice.failure) await settlePayment(context, existingOrder.id, { status: "pending", failure: invoice.failure });
  await emitOrderEvent(context, "payment_failed", existingOrder.orderId);
  const order = await mustExist(lockOrder(context, existingOrder.orderId));
  const until = agreement.graceEndsAt ?? agreement.periodEnd;
  await mailRenewal(context, order, invoice.isLastAttempt ? "lastReminder" : "paymentOverdue", until);
  return existingOrder.orderId;
}

interface KnownPayment {
  id: string;
  orderId: string;
  status: string;
}

const findPaymentOfInvoice = ({ db, site }: Context, provider: string, invoiceId: string) =>
  db.first<KnownPayment>`
    select id, order_id, status from payments
     where site_id = ${site.id} and provider = ${provider} and ${sql`session_reference = ${invoiceId}`}`;

async function record(context: Context, agreement: Agreement, invoice: InvoiceState): Promise<KnownPayment> {
  const { now } = context;
  const { subscriptionId, provider } = agreement;
  const { total, periodStart, periodEnd, id: sessionReference, payUrl: checkoutUrl } = invoice;
  const subtotal = Math.max(invoice.subtotal, total.amount);
  const orderId = newId();
  await insertRenewal(context, agreement, {
    id: orderId,
    subtotal,
    total: total.amount,
    periodStart,
    periodEnd,
    terms: agreement,
  });
  await emitOrderEvent(context, "created", orderId);
  const method = { provider, method: "other" as const, status: "pending" as const };
  const payment = { id: newId(), orderId, subscriptionId, ...method, ...total, sessionReference, checkoutUrl };
  await insertPayment(context, payment, now);
  await updateAgreement(context, agreement, { renewalOrderId: orderId }, now);
  return payment;
}
