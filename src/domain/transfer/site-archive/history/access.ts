import * as z from "zod";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind, parseId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { findGrantOf } from "#domain/offers/digital-products/grants.ts";
import { type FormerLine, listFormerLines, restoreLines } from "#domain/sales/fulfillment/former-lines.ts";
import { listStoredLinesOf, type StoredLine } from "#domain/sales/orders/store-orders.ts";
import { findKind } from "#domain/sales/products/kinds.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import { type Row, rowsIn } from "../archive-format.ts";
import { writablePart } from "../compare-rows.ts";
import type { SiteImport } from "../site-import.ts";
import { orProblem } from "./restored-part.ts";
import { type FormerOrigin, listOrigins, restoreOrigins } from "#domain/learning/enrollments/store-enrollments.ts";

/** Fields of an enrollment that describe its origin: the order or subscription as in the list, and the order line. */
export const originFields = ["source_id", "source_line_id", "revoked_for"];

const lineFields = ["fulfilled_id", "refunded_amount", "tax_rate"];

const uuidOf = (kind: IdKind, wire: unknown): string | undefined => parseId(kind, String(wire));

/** Adds to enrollments the line of the order that gave them, and what ended them. */
export async function withOrigins(scope: SiteScope, enrollments: readonly Row[]): Promise<Row[]> {
  const ids = enrollments.map(({ id }) => uuidOf("enrollment", id) ?? "");
  const origins = new Map((await listOrigins(scope, ids)).map((origin) => [formatId("enrollment", origin.id), origin]));
  return enrollments.map((row) => {
    const { source, sourceId = null, revokedFor = null } = origins.get(String(row["id"])) ?? {};
    const isOrdered = source === "purchase" && sourceId !== null;
    return { ...row, source_line_id: isOrdered ? formatId("orderLine", sourceId) : null, revoked_for: revokedFor };
  });
}

/** Adds to the lines of orders what they gave, and how much of them was refunded. */
export async function withFulfillment(scope: SiteScope, orders: readonly Row[]): Promise<Row[]> {
  const found = await listFormerLines(
    scope,
    orders.flatMap(({ id }) => uuidOf("order", id) ?? []),
  );
  const lines = new Map(found.map((line) => [formatId("orderLine", line.id), line]));
  const complete = (row: Row): Row => ({ ...row, ...completion(lines.get(String(row["id"]))) });
  return orders.map((order) => ({ ...order, line_items: rowsIn(order, "line_items").map(complete) }));
}

function completion(line: StoredLine | undefined): Row {
  if (!line) return {};
  const { fulfilledId, productType, refundedAmount, taxRate } = line;
  const kind = findKind(productType)?.access.idKind;
  const accessId = fulfilledId !== null && kind ? formatId(kind, fulfilledId) : null;
  return { fulfilled_id: accessId, refunded_amount: refundedAmount, tax_rate: taxRate };
}

/** The lines of an order as its import takes them. */
export const importedLines = (order: Row): Row[] =>
  rowsIn(order, "line_items").map((line) =>
    Object.fromEntries(Object.entries(line).filter(([field]) => !lineFields.includes(field))),
  );

const rowsPerTransaction = 200;

const inTransaction = ({ context }: SiteImport, work: (inside: Inside) => Promise<void>): Promise<void> =>
  context.db.transaction((db) => work({ ...context, db }));

type Inside = Pick<Context, "db" | "site" | "now">;

const Line = z.object({
  refundedAmount: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  taxRate: z.number().int().min(0).max(10_000),
});
const readLine = wireReader(Line);

/** Restores what the lines of orders gave, and their IDs for the enrollments. */
export async function importFulfillment(run: SiteImport): Promise<void> {
  const orders: Row[] = [];
  const finish = async () => {
    const ids = orders.flatMap(({ id }) => uuidOf("order", run.ids.get(id)) ?? []);
    const here = Map.groupBy(await listStoredLinesOf(run.context, ids), ({ orderId }) => formatId("order", orderId));
    const lines: FormerLine[] = [];
    for (const order of orders.splice(0)) {
      const linesHere = here.get(run.ids.get(order["id"]) ?? "") ?? [];
      for (const [index, archived] of rowsIn(order, "line_items").entries()) {
        const line = linesHere[index];
        if (!line) continue;
        run.ids.set(archived["id"], formatId("orderLine", line.id));
        const former = await formerLine(run, order, archived, line, index);
        if (former) lines.push(former);
      }
    }
    if (lines.length > 0) await inTransaction(run, (inside) => restoreLines(inside, lines));
  };
  for await (const order of run.archive.rows("orders")) {
    // Another order with its number: refunds of one must not end what the other gave.
    if (run.conflicting.has(order["id"])) continue;
    orders.push(order);
    if (orders.length === rowsPerTransaction) await finish();
  }
  if (orders.length > 0) await finish();
}

/** Undefined if the archive has nothing to restore, as those of earlier releases. */
async function formerLine(
  run: SiteImport,
  order: Row,
  archived: Row,
  { id, orderId, productType, productId, amount }: StoredLine,
  index: number,
): Promise<FormerLine | undefined> {
  if (!lineFields.every((field) => field in archived)) return undefined;
  const read = readLine(writablePart(archived, Line));
  const sound = read instanceof Problem ? read : (overRefund(read.refundedAmount, amount, index) ?? read);
  if (sound instanceof Problem) {
    run.reportProblem("orders", order, sound);
    return undefined;
  }
  const archivedAccessId = archived["fulfilled_id"];
  const memberId = uuidOf("member", run.ids.get(order["member_id"]));
  if (productType === "digital_product" && archivedAccessId !== null && memberId !== undefined) {
    const grant = await findGrantOf(run.context, productId, memberId);
    if (grant) run.ids.set(archivedAccessId, formatId("digitalProductGrant", grant.id));
  }
  const kind = findKind(productType)?.access.idKind;
  const fulfilledId = (kind && uuidOf(kind, run.ids.get(archivedAccessId))) ?? null;
  const isAsImported = fulfilledId === null && sound.refundedAmount === 0 && sound.taxRate === 0;
  return isAsImported ? undefined : { id, orderId, fulfilledId, ...sound };
}

const overRefund = (refunded: number, amount: number, index: number): Problem | undefined =>
  refunded > amount
    ? validationFailed(
        `/line_items/${index}/refunded_amount`,
        "too_big",
        `Expected at most ${amount}, the amount of the line.`,
      )
    : undefined;

const Ended = z.object({ revokedAt: Instant.nullable(), revokedFor: z.enum(["refund", "dispute"]).nullable() });
const readEnded = wireReader(Ended);

/** Restores what gave and what ended enrollments. Reports fields that contradict each other. */
export async function importOrigins(run: SiteImport): Promise<void> {
  const enrollments: Row[] = [];
  const finish = async () => {
    const orders = await ordersOfLines(run, enrollments);
    const origins: FormerOrigin[] = [];
    for (const archived of enrollments.splice(0)) {
      const origin = await orProblem(async () => formerOrigin(run, archived, orders));
      if (origin instanceof Problem) run.reportProblem("enrollments", archived, origin);
      else origins.push(origin);
    }
    await inTransaction(run, (inside) => restoreOrigins(inside, origins));
  };
  for await (const archived of run.archive.rows("enrollments")) {
    if (!run.ids.has(archived["id"]) || !originFields.every((field) => field in archived)) continue;
    enrollments.push(archived);
    if (enrollments.length === rowsPerTransaction) await finish();
  }
  if (enrollments.length > 0) await finish();
}

/** Orders of this site that gave enrollments, by their lines. */
async function ordersOfLines({ context, ids }: SiteImport, enrollments: readonly Row[]): Promise<Map<string, string>> {
  const orderIds = enrollments.flatMap(({ source_id }) => uuidOf("order", ids.get(source_id)) ?? []);
  if (orderIds.length === 0) return new Map();
  return new Map((await listStoredLinesOf(context, orderIds)).map(({ id, orderId }) => [id, orderId]));
}

function formerOrigin(run: SiteImport, archived: Row, orders: ReadonlyMap<string, string>): FormerOrigin {
  const ended = readEnded(writablePart(archived, Ended));
  if (ended instanceof Problem) throw ended;
  if (ended.revokedFor !== null && ended.revokedAt === null) {
    throw validationFailed("/revoked_for", "not_applicable", "Only enrollments with revoked_at have revoked_for.");
  }
  return { id: uuidOf("enrollment", run.ids.get(archived["id"])) ?? "", ...sourceOf(run, archived, orders), ...ended };
}

/** The line or subscription of this site. None if this site lacks it. */
function sourceOf(
  { ids }: SiteImport,
  { source, source_id, source_line_id }: Row,
  orders: ReadonlyMap<string, string>,
): Pick<FormerOrigin, "source" | "sourceId"> {
  if (source_line_id !== null && source !== "purchase") {
    throw validationFailed("/source_line_id", "not_applicable", "Only the source purchase has source_line_id.");
  }
  if (source === "membership") {
    const sourceId = uuidOf("subscription", ids.get(source_id)) ?? null;
    return sourceId === null ? { sourceId } : { source, sourceId };
  }
  const sourceId = uuidOf("orderLine", ids.get(source_line_id));
  if (sourceId === undefined || source !== "purchase") return { sourceId: null };
  if (orders.get(sourceId) !== uuidOf("order", ids.get(source_id))) {
    throw validationFailed("/source_line_id", "mismatch", "Expected a line of the order in source_id.");
  }
  return { source, sourceId };
}
