import type { Context, RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { authorize } from "#domain/platform/operation.ts";
import { findCheckoutPayment, lockOrder, updateOrder } from "#domain/sales/orders/change-order.ts";
import { findAgreementByReference } from "#domain/sales/billing/queries.ts";
import { findAccount } from "../account.ts";
import {
  type ListedPayment,
  type PaymentState,
  type ProviderAccount,
  type ProviderName,
  providerNames,
} from "../provider.ts";
import { providers } from "../providers.ts";
import { settlePayment } from "../settle-payment.ts";
import { queryPayments } from "./query-payments.ts";
import { comparePayment, type DivergenceKind } from "./compare-payment.ts";
import { isKnownReference, listOurPayments, type OurPayment, rememberDivergence } from "./our-payments.ts";
import { asSystem } from "#domain/platform/system-context.ts";

const access = { only: ["session", "cli", "system"], roles: ["owner", "manager"] } as const;

const day = 86_400_000;

/** Payments younger than this may still be in transit, in milliseconds. */
const minAgeMs = 15 * 60_000;

/** Maximum number of payments per comparison, newest first, and of payments that are queried one by one. */
const maxPayments = 5000;
const maxQueried = 100;

export interface Divergence {
  kind: DivergenceKind;
  provider: string;
  /** The provider's ID of the checkout. */
  reference: string;
  orderId: string | null;
  orderNumber: string | null;
  /** Status here and there. Null: there is none. */
  ours: string | null;
  theirs: string | null;
  /** True if the payment was brought to the provider's state. */
  isRepaired: boolean;
}

export interface Reconciliation {
  compared: number;
  /** Payments that the provider gave no usable answer about. */
  unanswered: number;
  /** True if there are more payments than one run compares. */
  isTruncated: boolean;
  divergences: Divergence[];
}

/**
 * Compares the payments of the last days with their providers. Repairs what the usual transitions of payments can, and
 * marks the orders of the rest for staff. Throws if a provider cannot be reached.
 */
export async function reconcilePayments(context: RequestContext, { days }: { days: number }): Promise<Reconciliation> {
  authorize(context.caller, access);
  const to = new Date(context.now.getTime() - minAgeMs);
  const period = { from: new Date(context.now.getTime() - days * day), to };
  const total: Reconciliation = { compared: 0, unanswered: 0, isTruncated: false, divergences: [] };
  for (const name of providerNames) {
    const system = providers[name];
    const account = system.readState ? await findAccount(context, name) : undefined;
    if (!account || Object.keys(account.credentials).length === 0) continue;
    const limit = system.listPayments ? maxPayments : maxQueried;
    const from = startOf(account, period);
    const ours = await listOurPayments(context, name, { ...period, from, limit: limit + 1 });
    total.isTruncated ||= ours.length > limit;
    const compared = ours.slice(0, limit);
    const { listed, unanswered } = system.listPayments
      ? { listed: await listTheirs(account, period), unanswered: new Set<string>() }
      : await queryPayments(account, compared);
    total.compared += compared.length - unanswered.size;
    total.unanswered += unanswered.size;
    for (const payment of compared) {
      if (unanswered.has(payment.sessionReference)) continue;
      const found = await settleDifference(context, payment, listed.get(payment.sessionReference)?.state);
      if (found) total.divergences.push(found);
    }
    total.divergences.push(...(await missingHere(context, account, listed, period)));
  }
  return total;
}

interface Period {
  from: Date;
  to: Date;
}

/** Leaves out the payments that were started at another shop of the provider: this one does not know them. */
function startOf({ settings: { shopSince } }: ProviderAccount, { from }: Period): Date {
  const since = new Date(shopSince ?? 0);
  return since > from ? since : from;
}

/** Lists the provider's payments, a day around the period: a checkout can be older or newer than our payment. */
async function listTheirs(account: ProviderAccount, { from, to }: Period): Promise<Map<string, ListedPayment>> {
  const around = { from: new Date(from.getTime() - day), to: new Date(to.getTime() + day) };
  const found = new Map<string, ListedPayment>();
  const list = providers[account.provider].listPayments?.(account, around) ?? [];
  for await (const listed of list) found.set(listed.sessionReference, listed);
  return found;
}

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
    if (difference.isSafe && theirs) return (await settlePayment(inside, id, theirs)) === "applied";
    await markForStaff(inside, payment, `${difference.kind} ${theirs?.status ?? "absent"}`);
    return false;
  });
  const found = { kind: difference.kind, provider, reference: sessionReference, orderId, orderNumber };
  return { ...found, ours: status, theirs: theirs?.status ?? null, isRepaired };
}

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

/** Payments that Lectern has started at the provider, but does not have, for example after a restore. */
async function missingHere(
  context: Context,
  { provider }: ProviderAccount,
  listed: ReadonlyMap<string, ListedPayment>,
  { from, to }: Period,
): Promise<Divergence[]> {
  const found: Divergence[] = [];
  for (const payment of listed.values()) {
    const { sessionReference: reference, createdAt, state } = payment;
    if (state.status !== "succeeded" || createdAt < from || createdAt >= to) continue;
    if (await isHere(context, provider, payment)) continue;
    const order = { orderId: null, orderNumber: null };
    found.push({
      kind: "missing_here",
      provider,
      reference,
      ...order,
      ours: null,
      theirs: state.status,
      isRepaired: false,
    });
  }
  return found;
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
