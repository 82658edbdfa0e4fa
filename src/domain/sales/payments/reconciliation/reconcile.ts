import type { RequestContext, Context } from "#domain/platform/context.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { findAccount } from "../account.ts";
import type { ListedCharge, ListedPayment, PaymentState, ProviderAccount } from "../provider.ts";
import { providers } from "../providers.ts";
import { queryPayments } from "./query-payments.ts";
import type { Reconciliation, Divergence } from "./payment-difference.ts";
import {
  listOurPayments,
  listPaymentsToQuery,
  type OurPayment,
  rememberCompared,
  isKnownReference,
  rememberDivergence,
} from "./our-payments.ts";
import { parseId } from "#domain/platform/ids.ts";
import { findAgreementByReference } from "#domain/sales/billing/queries.ts";
import { findCheckoutPayment, lockOrder, updateOrder } from "#domain/sales/orders/change-order.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { settlePayment } from "../settlement/settle-payment.ts";
import { comparePayment } from "./compare-payment.ts";
import { type ProviderName, providerNames } from "#domain/site/selling/payment-provider.ts";

const access = { only: ["session", "cli", "system"], roles: ["owner", "manager"] } as const;

const day = 86_400_000;

/** Newer payments can be on their way, in milliseconds. */
const minAgeMs = 15 * 60_000;

/** Time in which a payment can still be made: ECPay waits up to 30 days, and banks at Stripe 14, in milliseconds. */
const maxDelay = 35 * day;

const maxPayments = 5000;

/** Maximum number of payments that are queried one by one. */
const maxQueried = 100;

/**
 * Compares the payments of a number of days with their providers, and older ones that are not paid yet. Repairs
 * differences by the transitions of payments, and marks the orders of the others for staff. Throws if a provider cannot be reached.
 */
export async function reconcilePayments(context: RequestContext, { days }: { days: number }): Promise<Reconciliation> {
  authorize(context.caller, access);
  const ago = (milliseconds: number) => new Date(context.now.getTime() - milliseconds);
  const period = { since: ago(Math.max(maxDelay, days * day)), from: ago(days * day), to: ago(minAgeMs) };
  const total: Reconciliation = { compared: 0, unanswered: 0, isTruncated: false, divergences: [] };
  for (const name of providerNames) {
    const system = providers[name];
    const account = system.readState ? await findAccount(context, name) : undefined;
    if (!account || Object.keys(account.credentials).length === 0) continue;
    const ours = withinShop(account, period);
    if (!system.listPayments) {
      await compareQueried(context, account, ours, total);
      continue;
    }
    await compareListed(context, account, { ...period, from: ours.from }, total);
    // The list covers the payments of the period.
    await compareQueried(context, account, { ...ours, to: ours.from }, total);
  }
  return total;
}

interface Period {
  /** Start of the time in which unpaid payments are compared. */
  since: Date;
  from: Date;
  to: Date;
}

/** Leaves out payments that were started at another shop of the provider, which this shop does not know. */
function withinShop({ settings: { shopSince } }: ProviderAccount, { since, from, to }: Period): Period {
  const start = new Date(shopSince ?? 0);
  return { since: start > since ? start : since, from: start > from ? start : from, to };
}

/** Compares payments with the list of their provider. */
async function compareListed(
  context: RequestContext,
  account: ProviderAccount,
  period: Period,
  total: Reconciliation,
): Promise<void> {
  const ours = await listOurPayments(context, account.provider, { ...period, limit: maxPayments + 1 });
  total.isTruncated ||= ours.length > maxPayments;
  const compared = ours.slice(0, maxPayments);
  const listed = await listTheirs(account, period);
  const charges = await listCharges(account, period);
  total.compared += compared.length;
  for (const payment of compared) {
    const theirs = withCharge(listed.get(payment.sessionReference)?.state, payment, charges);
    const found = await settleDifference(context, payment, theirs);
    if (found) total.divergences.push(found);
  }
  total.divergences.push(...(await missingHere(context, account, listed, period)));
}

/** Queries the provider for payments one by one, at most `maxQueried`. */
async function compareQueried(
  context: RequestContext,
  account: ProviderAccount,
  period: Period,
  total: Reconciliation,
): Promise<void> {
  const hasForm = providers[account.provider].checkoutForm !== undefined;
  const limit = maxQueried + 1;
  const ours = await listPaymentsToQuery(context, account.provider, { ...period, hasForm, limit });
  total.isTruncated ||= ours.length > maxQueried;
  const queried = ours.slice(0, maxQueried);
  const { listed, unanswered } = await queryPayments(account, queried);
  const answered = queried.filter(({ sessionReference }) => !unanswered.has(sessionReference));
  total.compared += answered.length;
  total.unanswered += unanswered.size;
  for (const payment of answered) {
    const found = await settleDifference(context, payment, listed.get(payment.sessionReference)?.state);
    if (found) total.divergences.push(found);
  }
  const ids = answered.map(({ id }) => id);
  if (ids.length > 0) await rememberCompared(context, ids, context.now);
}

/** A day around the period: a checkout can be older or newer than our payment. */
const around = ({ from, to }: Period) => ({
  from: new Date(from.getTime() - day),
  to: new Date(to.getTime() + day),
});

async function listTheirs(account: ProviderAccount, period: Period): Promise<Map<string, ListedPayment>> {
  const paymentsByReference = new Map<string, ListedPayment>();
  const list = providers[account.provider].listPayments?.(account, around(period)) ?? [];
  for await (const listed of list) paymentsByReference.set(listed.sessionReference, listed);
  return paymentsByReference;
}

/** The charges of the period by the provider's ID of their payment. */
async function listCharges(account: ProviderAccount, period: Period): Promise<Map<string, ListedCharge>> {
  const chargesByReference = new Map<string, ListedCharge>();
  const list = providers[account.provider].listCharges?.(account, around(period)) ?? [];
  for await (const charge of list) chargesByReference.set(charge.providerReference, charge);
  return chargesByReference;
}

/** Adds the refunds and the dispute of the charge. */
function withCharge(
  state: PaymentState | undefined,
  { providerReference }: OurPayment,
  charges: ReadonlyMap<string, ListedCharge>,
): PaymentState | undefined {
  const reference = state?.providerReference ?? providerReference;
  const charge = reference === null ? undefined : charges.get(reference);
  if (state?.status !== "succeeded" || !charge) return state;
  const { refundedAmount, dispute } = charge;
  return { ...state, refundedAmount, ...(dispute && { dispute }) };
}

/** Payments that Lectern has started at the provider, but does not have, for example after a restore. */
async function missingHere(
  context: Context,
  { provider }: ProviderAccount,
  listed: ReadonlyMap<string, ListedPayment>,
  { from, to }: { from: Date; to: Date },
): Promise<Divergence[]> {
  const missing: Divergence[] = [];
  for (const payment of listed.values()) {
    const { sessionReference: reference, createdAt, state } = payment;
    if (state.status !== "succeeded" || createdAt < from || createdAt >= to) continue;
    if (await isHere(context, provider, payment)) continue;
    const order = { orderId: null, orderNumber: null };
    const states = { ours: null, theirs: state.status, isRepaired: false };
    missing.push({ kind: "missing_here", provider, reference, ...order, ...states });
  }
  return missing;
}

/** True also for payments that Lectern did not start. */
async function isHere(
  context: Context,
  provider: ProviderName,
  { sessionReference, paymentId, renews }: ListedPayment,
): Promise<boolean> {
  if (renews !== undefined) {
    const isOurs = await findAgreementByReference(context, { provider, reference: renews });
    return !isOurs || isKnownReference(context, provider, sessionReference);
  }
  const id = paymentId === undefined ? undefined : parseId("payment", paymentId);
  return paymentId === undefined || (id !== undefined && (await findCheckoutPayment(context, id)) !== undefined);
}

/** Compares a payment with its state at the provider. Repairs a difference, or marks its order for staff. */
async function settleDifference(
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
  const divergence = { kind: difference.kind, provider, reference: sessionReference, orderId, orderNumber };
  return { ...divergence, ours: status, theirs: theirs?.status ?? null, isRepaired };
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
