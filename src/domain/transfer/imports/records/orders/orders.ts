import type { Context } from "#domain/platform/context.ts";
import { moveRedemptions, type Redemption, type RedemptionMove } from "#domain/offers/coupons/move-redemptions.ts";
import { newId, formatId } from "#domain/platform/ids.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { Order, type OrderRecord, wasPaid } from "#domain/sales/orders/order.ts";
import { listPaymentsOf, listRefundsOf } from "#domain/sales/orders/queries.ts";
import {
  insertOrders,
  listStoredLinesOf,
  lockOrders,
  replaceLines,
  storePayments,
  storeRefunds,
  type StoredLine,
  type StoredOrder,
  type StoredPayment,
  type StoredRefund,
  updateOrders,
} from "#domain/sales/orders/store-orders.ts";
import { Problem } from "#domain/platform/problem.ts";
import { paymentsOf, refundedBy, refundsOf } from "./money-of-order.ts";
import { areSameLines, isSameOrder, linesOf, orderOf, type OrderNames } from "./order-of-row.ts";
import { fulfillImported } from "./fulfill-imported.ts";
import { OrderRowIn } from "./order-row.ts";
import { productsOf } from "./ordered-products.ts";
import { alreadyThere, eachAlone, isSound, ownKeys, recordImport, type SaveOptions } from "../record-import.ts";
import { findOwn, foundAt, refer, referables, resolveEach } from "../references.ts";
import { byMember } from "#domain/transfer/imports/records/subscriptions/subscription-row.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";

/**
 * Orders from other systems, with lines, payments and refunds. There is no scope for writing orders; `school:write`
 * includes importing them.
 */
export const orders = recordImport({
  summary: "Orders with their lines, payments and refunds; no payments are made",
  scopes: [],
  resource: Order,
  row: OrderRowIn,
  keysOf: ({ number, ...row }) => ({ own: [...ownKeys(row), ...(number ? [`n:${number}`] : [])] }),
  save: saveOrders,
});

type ResolvedRow = OrderNames & { row: OrderRowIn; own: string | null };

async function saveOrders(
  context: Context,
  rows: readonly OrderRowIn[],
  { createsOnly, fulfills }: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveRows(context, rows);
  const sound = resolved.filter(isSound);
  const existing = await lockOrders(context, {
    ids: sound.flatMap(({ own }) => own ?? []),
    numbers: sound.flatMap(({ row: { number } }) => number ?? []),
  });
  const parts = await partsOf(context, existing);
  const plan = new Plan();
  const outcomes = await eachAlone(resolved, async (one) => {
    if (one instanceof Problem) return one;
    const before = findExisting(existing, one);
    if (before && createsOnly) return alreadyThere();
    const { lines, payments, refunds } = parts(before?.id);
    const id = before?.id ?? newId();
    const planned = linesOf(one.row, id, one, lines);
    const after = orderOf(one.row, one, before, { id, lines: planned, refunded: refundedBy(one.row, refunds) });
    const linesAfter = fulfills ? await fulfillImported(context, after, planned) : planned;
    return plan.add(before, after, {
      lines: areSameLines(lines, linesAfter) ? undefined : linesAfter,
      payments: paymentsOf(one.row, after, payments),
      refunds: refundsOf(one.row, after, refunds),
    });
  });
  await plan.write(context);
  return outcomes;
}

async function resolveRows(context: Context, rows: readonly OrderRowIn[]): Promise<(ResolvedRow | Problem)[]> {
  const orderIds = await findOwn(context, referables.order, rows);
  const named = rows.map(({ email, ...row }) => ({ ...row, memberEmail: row.memberEmail ?? email }));
  const members = await refer(context, referables.member, named, byMember);
  const bySubscription = { id: "subscriptionId", externalId: "subscriptionExternalId" } as const;
  const subscriptions = await refer(context, referables.subscription, rows, bySubscription);
  const products = await productsOf(context, rows);
  const coupons = await findCoupons(context, rows);
  return resolveEach(rows, (row, index) => ({
    row,
    own: foundAt(orderIds, index),
    memberId: foundAt(members, index),
    subscriptionId: foundAt(subscriptions, index),
    productIds: foundAt(products, index),
    couponId: coupons.get(row.coupon?.code.toUpperCase() ?? "") ?? null,
  }));
}

/**
 * Finds and locks the coupons that exist at the site, because their redemptions are counted. For others, only the code
 * is stored.
 */
async function findCoupons({ db, site }: Context, rows: readonly OrderRowIn[]): Promise<Map<string, string>> {
  const codes = [...new Set(rows.flatMap(({ coupon }) => coupon?.code.toUpperCase() ?? []))];
  if (codes.length === 0) return new Map();
  const found = await db.many<{ id: string; code: string }>`
    select id, code from coupons where site_id = ${site.id} and code = any(${codes}) and deleted_at is null
     order by id for no key update`;
  return new Map(found.map(({ id, code }) => [code, id]));
}

function findExisting(existing: readonly OrderRecord[], { row, own }: ResolvedRow): OrderRecord | undefined {
  if (own !== null) return existing.find(({ id }) => id === own);
  const numbered = existing.find(({ number }) => number === row.number);
  if (!numbered || !row.externalId || numbered.externalId === null) return numbered;
  throw new Problem("already_exists", `The order ${row.number} has another external_id.`);
}

const byOrder = <Part extends { orderId: string }>(parts: Part[]) => Map.groupBy(parts, ({ orderId }) => orderId);

async function partsOf(context: Context, existing: readonly OrderRecord[]) {
  const ids = existing.map(({ id }) => id);
  const lines = byOrder(ids.length > 0 ? await listStoredLinesOf(context, ids) : []);
  const payments = byOrder(ids.length > 0 ? await listPaymentsOf(context, ids) : []);
  const refunds = byOrder(ids.length > 0 ? await listRefundsOf(context, ids) : []);
  return (id = "") => ({
    lines: lines.get(id) ?? [],
    payments: payments.get(id) ?? [],
    refunds: refunds.get(id) ?? [],
  });
}

interface Parts {
  /** Undefined if unchanged. */
  lines: StoredLine[] | undefined;
  payments: StoredPayment[];
  refunds: StoredRefund[];
}

/** Collects the writes of all rows. */
class Plan {
  readonly #transitions: OrderMove[] = [];
  readonly #relined: string[] = [];
  readonly #lines: StoredLine[] = [];
  readonly #payments: StoredPayment[] = [];
  readonly #refunds: StoredRefund[] = [];

  add(before: OrderRecord | undefined, after: StoredOrder, { lines, payments, refunds }: Parts): Outcome {
    const isChanged = !before || !isSameOrder(before, after);
    if (!isChanged && !lines && payments.length + refunds.length === 0) return "unchanged";
    this.#transitions.push({ before, after });
    if (lines) this.#relined.push(after.id);
    this.#lines.push(...(lines ?? []));
    this.#payments.push(...payments);
    this.#refunds.push(...refunds);
    return before ? "updated" : "created";
  }

  async write(context: Context): Promise<void> {
    const ordersThat = (wereThere: boolean) =>
      this.#transitions.flatMap(({ before, after }) => ((before !== undefined) === wereThere ? [after] : []));
    await insertOrders(context, ordersThat(false), context.now);
    await updateOrders(context, ordersThat(true), context.now);
    await replaceLines(context, this.#relined, this.#lines);
    await storePayments(context, this.#payments, context.now);
    await storeRefunds(context, this.#refunds, context.now);
    await emitOrderEvents(context, this.#transitions);
    await moveRedemptions(context, this.#transitions.map(redemptionMoveOf));
  }
}

/**
 * Returns the coupon redemption of a paid order, at its payment date. Refunded and disputed orders count too,
 * otherwise a single-use coupon would work many times. Unpaid orders do not.
 */
function redemptionOf(order: StoredOrder): Redemption | undefined {
  const { id: orderId, status, couponId, memberId, discountTotal: amount, currency, paidAt, placedAt } = order;
  if (couponId === null || !wasPaid(status)) return undefined;
  return { couponId, memberId, orderId, amount, currency, createdAt: paidAt ?? placedAt };
}

const redemptionMoveOf = ({ before, after }: OrderMove): RedemptionMove => ({
  before: before && redemptionOf(before),
  after: redemptionOf(after),
});

/** An order before (if it existed) and after the import. */
interface OrderMove {
  before: OrderRecord | undefined;
  after: StoredOrder;
}

/** Emits events and notifications, as configured for the import. */
const emitOrderEvents = (context: Context, transitions: readonly OrderMove[]): Promise<void> =>
  recordEvents(context, transitions.flatMap(eventsOf));

function eventsOf({ before, after }: OrderMove): OutboxEvent[] {
  const event = (what: "created" | "paid" | "refunded" | "canceled", isSo: boolean): OutboxEvent[] =>
    isSo ? [{ type: `order.${what}`, objectId: formatId("order", after.id), data: dataOf(after) }] : [];
  return [
    ...event("created", before === undefined),
    ...event("paid", after.paidAt !== null && !before?.paidAt),
    ...event("refunded", after.refundedTotal > (before?.refundedTotal ?? 0)),
    ...event("canceled", after.status === "canceled" && before?.status !== "canceled"),
  ];
}

const dataOf = ({ id, number, memberId, status }: StoredOrder) => ({
  object: "order",
  id: formatId("order", id),
  number,
  member_id: formatId("member", memberId),
  status,
});
