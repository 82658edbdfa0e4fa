import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { mirrorAgreement } from "#domain/sales/billing/mirror-agreement.ts";
import { findAgreementByReference } from "#domain/sales/billing/queries.ts";
import type { ProviderEvent } from "../provider.ts";
import { type Settled, settlePayment } from "../settlement/settle-payment.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

type Contents = Omit<ProviderEvent, "type" | "payload">;

/** `unknown`: there is no such payment or subscription here. */
export interface Applied {
  result: Settled | "unknown";
  orderId: string | null;
}

/** Applies a provider event. Repeating it changes nothing. Requires a transaction. */
export async function applyEvent(context: Context, provider: ProviderName, event: Contents): Promise<Applied> {
  if (event.agreement) return mirrorAgreement(context, provider, event.agreement);
  if (!event.state && !event.refund) return { result: "ignored", orderId: null };
  const payment = await findPaymentOf(context, provider, event);
  if (!payment) return { result: "unknown", orderId: null };
  return { result: await settle(context, payment, event), orderId: payment.orderId };
}

async function settle(
  context: Context,
  { id, sessionReference }: FoundPayment,
  { payment, state, refund }: Contents,
): Promise<Settled> {
  const refundId = refund && parseId("refund", refund.id);
  if (refund && refundId) await settleRefund(context, refundId, refund.state);
  // Another checkout of this payment was not used: its page was never shown, because its response was lost.
  const isOther =
    sessionReference !== null &&
    payment.sessionReference !== undefined &&
    payment.sessionReference !== sessionReference;
  if (!state || (isOther && state.status !== "succeeded")) return refundId ? "applied" : "ignored";
  return settlePayment(context, id, state);
}

/** Finds the order of an event. Null: none exists here. */
export async function orderOf(context: Context, provider: ProviderName, event: Contents): Promise<string | null> {
  const { db, site } = context;
  if (!event.agreement) return (await findPaymentOf(context, provider, event))?.orderId ?? null;
  const { reference } = event.agreement;
  const agreement = await findAgreementByReference(context, { provider, reference });
  const order =
    agreement &&
    (await db.first<{ id: string }>`
      select id from orders
       where site_id = ${site.id} and agreement_id = ${agreement.id} order by created_at desc limit 1`);
  return order?.id ?? null;
}

interface FoundPayment {
  id: string;
  orderId: string;
  sessionReference: string | null;
}

/** Finds the payment that an event names, among those of its provider. */
async function findPaymentOf({ db, site }: Context, provider: ProviderName, { payment }: Contents) {
  const { id, sessionReference, providerReference } = payment;
  const uuid = id === undefined ? undefined : parseId("payment", id);
  const by = uuid
    ? sql`payments.id = ${uuid}`
    : sessionReference === undefined
      ? sql`payments.provider_reference = ${providerReference ?? null}`
      : sql`payments.session_reference = ${sessionReference}`;
  return db.first<FoundPayment>`
    select payments.id, payments.order_id, payments.session_reference from payments
     where payments.site_id = ${site.id} and payments.provider = ${provider} and ${by}
     order by payments.created_at desc limit 1`;
}
