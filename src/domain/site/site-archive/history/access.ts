import * as z from "zod";
import { type FormerOrigin, listOrigins, restoreOrigins } from "#domain/learning/enrollments/origins.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind, parseId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findGrantOf } from "#domain/sales/digital-products/grant-queries.ts";
import {
  type FormerLine,
  fulfilledKinds,
  listFormerLines,
  restoreLines,
} from "#domain/sales/fulfillment/former-lines.ts";
import { listStoredLinesOf, type StoredLine } from "#domain/sales/orders/store-orders.ts";
import { wireReader } from "#domain/site/imports/read-wire.ts";
import { type Row, rowsIn } from "../archive-format.ts";
import { writablePart } from "../compare-rows.ts";
import { labelOf, type SiteImport } from "../site-import.ts";

/** Fields of an enrollment that describe its origin. `source_id` is the order line, unlike in the list. */
export const originFields = ["source_id", "revoked_for"];

const lineFields = ["fulfilled_id", "refunded_amount", "tax_rate"];

/** ID kinds of the sources of enrollments. Enrollments of other sources become imported ones. */
const sourceKinds = { purchase: "orderLine", membership: "subscription" } as const satisfies Record<string, IdKind>;

const uuidOf = (kind: IdKind, wire: unknown): string | undefined => parseId(kind, String(wire));

/** Adds to enrollments the order line or subscription that gave them, and what ended them. */
export async function withOrigins(scope: SiteScope, enrollments: readonly Row[]): Promise<Row[]> {
  const ids = enrollments.map(({ id }) => uuidOf("enrollment", id) ?? "");
  const origins = new Map((await listOrigins(scope, ids)).map((origin) => [formatId("enrollment", origin.id), origin]));
  return enrollments.map((row) => {
    const { source, sourceId = null, revokedFor = null } = origins.get(String(row["id"])) ?? {};
    const isKept = sourceId !== null && (source === "purchase" || source === "membership");
    return { ...row, source_id: isKept ? formatId(sourceKinds[source], sourceId) : null, revoked_for: revokedFor };
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
  const kind = fulfilledKinds[productType];
  const given = fulfilledId !== null && kind ? formatId(kind, fulfilledId) : null;
  return { fulfilled_id: given, refunded_amount: refundedAmount, tax_rate: taxRate };
}

/** The lines of an order as its import takes them. */
export const importedLines = (order: Row): Row[] =>
  rowsIn(order, "line_items").map((line) =>
    Object.fromEntries(Object.entries(line).filter(([field]) => !lineFields.includes(field))),
  );

/** Rows in one transaction. */
const batchSize = 200;

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
      const found = here.get(run.ids.get(order["id"]) ?? "") ?? [];
      for (const [index, archived] of rowsIn(order, "line_items").entries()) {
        const line = found[index];
        if (!line) continue;
        run.ids.set(archived["id"], formatId("orderLine", line.id));
        const former = await formerLine(run, order, archived, line);
        if (former) lines.push(former);
      }
    }
    if (lines.length > 0) await inTransaction(run, (inside) => restoreLines(inside, lines));
  };
  for await (const order of run.archive.rows("orders")) {
    // Another order with its number: refunds of one must not end what the other gave.
    if (run.conflicting.has(order["id"])) continue;
    orders.push(order);
    if (orders.length === batchSize) await finish();
  }
  if (orders.length > 0) await finish();
}

/** Undefined if the archive has nothing to restore, as those of earlier releases. */
async function formerLine(
  run: SiteImport,
  order: Row,
  archived: Row,
  { id, orderId, productType, productId }: StoredLine,
): Promise<FormerLine | undefined> {
  if (!lineFields.every((field) => field in archived)) return undefined;
  const read = readLine(writablePart(archived, Line));
  if (read instanceof Problem) {
    run.report(`orders ${labelOf(order)}`, read.message, read.code);
    return undefined;
  }
  const given = archived["fulfilled_id"];
  const memberId = uuidOf("member", run.ids.get(order["member_id"]));
  if (productType === "digital_product" && given !== null && memberId !== undefined) {
    const grant = await findGrantOf(run.context, productId, memberId);
    if (grant) run.ids.set(given, formatId("digitalProductGrant", grant.id));
  }
  const kind = fulfilledKinds[productType];
  const fulfilledId = (kind && uuidOf(kind, run.ids.get(given))) ?? null;
  const isAsImported = fulfilledId === null && read.refundedAmount === 0 && read.taxRate === 0;
  return isAsImported ? undefined : { id, orderId, fulfilledId, ...read };
}

const Ended = z.object({ revokedAt: Instant.nullable(), revokedFor: z.enum(["refund", "dispute"]).nullable() });
const readEnded = wireReader(Ended);

/** Restores what gave and what ended enrollments. */
export async function importOrigins(run: SiteImport): Promise<void> {
  const origins: FormerOrigin[] = [];
  const finish = () => inTransaction(run, (inside) => restoreOrigins(inside, origins.splice(0)));
  for await (const archived of run.archive.rows("enrollments")) {
    const id = uuidOf("enrollment", run.ids.get(archived["id"]));
    if (id === undefined || !originFields.every((field) => field in archived)) continue;
    const ended = readEnded(writablePart(archived, Ended));
    if (ended instanceof Problem) {
      run.report(`enrollments ${labelOf(archived)}`, ended.message, ended.code);
      continue;
    }
    origins.push({ id, ...sourceOf(run, archived), ...ended });
    if (origins.length === batchSize) await finish();
  }
  if (origins.length > 0) await finish();
}

function sourceOf({ ids }: SiteImport, { source, source_id }: Row): Pick<FormerOrigin, "source" | "sourceId"> {
  if (source !== "purchase" && source !== "membership") return { sourceId: null };
  const sourceId = uuidOf(sourceKinds[source], ids.get(source_id)) ?? null;
  return sourceId === null ? { sourceId } : { source, sourceId };
}
