import { assignments, rows, sql } from "#database/sql.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";
import { mirrorAgreement } from "#domain/sales/billing/mirror-agreement.ts";
import { findAccount } from "./account.ts";
import type { ProviderEvent, ProviderName, ReceivedMessage } from "./provider.ts";
import { providers } from "./providers.ts";
import { settlePayment } from "./settle-payment.ts";
import { settleRefund } from "./settle-refund.ts";

type Result = "applied" | "ignored" | "unknown" | "failed";

/**
 * Processes a signed message of a provider. Each event is stored and applied once, in one transaction, however often,
 * concurrently or late it arrives. An event that fails is stored as `failed` and the error is thrown, so that the
 * provider sends it again. `acknowledgment`: the response that the provider expects.
 */
export async function receiveEvents(
  context: RequestContext,
  provider: string,
  message: Omit<ReceivedMessage, "now">,
): Promise<{ received: number; acknowledgment?: string | undefined }> {
  const account = await findAccount(context, provider);
  if (!account) throw notFound("payment provider", provider);
  const system = providers[account.provider];
  const events = await system.readEvents(account, { ...message, now: context.now });
  for (const event of events) await receiveEvent(context, account.provider, event);
  return { received: events.length, acknowledgment: system.acknowledgment };
}

async function receiveEvent(context: RequestContext, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const asSystem = { ...context, caller: { kind: "system" as const } };
  try {
    await context.db.transaction((db) => apply({ ...asSystem, db }, provider, event));
  } catch (error) {
    await context.db.transaction((db) => keepFailed({ ...asSystem, db }, provider, event));
    throw error;
  }
}

const rowOf = ({ now }: Context, provider: ProviderName, { id, type, payload }: ProviderEvent) => {
  const key = { provider, messageId: id };
  return { ...key, type, payload, receivedAt: now };
};

async function apply(context: Context, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const { db, site, now } = context;
  // Waits for a transaction that stores the same event.
  const row = { siteId: site.id, ...rowOf(context, provider, event), processedAt: now, result: "ignored" };
  if ((await db.run`insert into provider_events ${rows(row)} on conflict do nothing`) === 0) {
    const known = await db.first<{ result: Result }>`
      select result from provider_events
       where site_id = ${site.id} and provider = ${provider} and message_id = ${event.id} for no key update`;
    if (known?.result !== "failed" && known?.result !== "unknown") return;
  }
  if (!event.agreement && !event.state && !event.refund) return;
  if (event.agreement) {
    const { result, orderId } = await mirrorAgreement(context, provider, event.agreement);
    const mirrored = { result, processedAt: now, orderId };
    await db.run`
      update provider_events set ${assignments(mirrored)}
       where site_id = ${site.id} and provider = ${provider} and message_id = ${event.id}`;
    return;
  }
  const payment = await findPaymentOf(context, provider, event);
  const result: Result = payment ? await settle(context, payment, event) : "unknown";
  const changes = { result, processedAt: now, orderId: payment?.orderId ?? null };
  await db.run`
    update provider_events set ${assignments(changes)}
     where site_id = ${site.id} and provider = ${provider} and message_id = ${event.id}`;
}

async function settle(
  context: Context,
  { id, sessionReference }: FoundPayment,
  { payment, state, refund }: ProviderEvent,
): Promise<Result> {
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

async function keepFailed(context: Context, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const { db, site } = context;
  const row = { siteId: site.id, ...rowOf(context, provider, event), processedAt: null, result: "failed" };
  await db.run`insert into provider_events ${rows(row)} on conflict do nothing`;
}

interface FoundPayment {
  id: string;
  orderId: string;
  sessionReference: string | null;
}

/** Finds the payment that an event names, among those of its provider. */
async function findPaymentOf({ db, site }: Context, provider: ProviderName, { payment }: ProviderEvent) {
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
