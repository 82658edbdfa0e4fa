import { type Sql } from "#database/statements/sql.ts";
import { table, tableNamed } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { OrderedType } from "#domain/sales/orders/product-id.ts";
import { listStoredLinesOf, lockOrders, type StoredLine } from "#domain/sales/orders/store-orders.ts";
import { findKind, soldKinds } from "#domain/sales/products/kinds.ts";

/** Returns the lines of orders. Without access that has ended, if archives of a site do not contain it. */
export async function listFormerLines(scope: SiteScope, orderIds: readonly string[]): Promise<StoredLine[]> {
  const lines = await listStoredLinesOf(scope, orderIds);
  let present = new Set<string>();
  for (const [type, { access }] of soldKinds) {
    if (access.isDeletedAtEnd) present = present.union(await presentAmong(scope, access.table, givenBy(lines, type)));
  }
  const hasEnded = ({ productType, fulfilledId }: StoredLine): boolean =>
    findKind(productType)?.access.isDeletedAtEnd === true && !present.has(fulfilledId ?? "");
  return lines.map((line) => (hasEnded(line) ? { ...line, fulfilledId: null } : line));
}

const givenBy = (lines: readonly StoredLine[], type: OrderedType): string[] =>
  lines.flatMap(({ productType, fulfilledId }) => (productType === type ? (fulfilledId ?? []) : []));

async function presentAmong({ db, site }: SiteScope, table: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await db.many<{ id: string }>`
    select id from ${tableNamed(table).withIds(site.id, ids)} where deleted_at is null`;
  return new Set(found.map(({ id }) => id));
}

/** Access and refunds of a line of another site, which later refunds and disputes depend on. */
export type FormerLine = Pick<StoredLine, "id" | "orderId" | "fulfilledId" | "refundedAmount" | "taxRate">;

/** Completes lines of imported orders. Those that gave something here keep it. Must run in a transaction. */
export async function restoreLines({ db, site }: SiteScope, lines: readonly FormerLine[]): Promise<void> {
  await lockOrders({ db, site }, { ids: [...new Set(lines.map(({ orderId }) => orderId))], numbers: [] });
  await db.run`
    update order_lines
       set fulfilled_id = changed.fulfilled_id, refunded_amount = changed.refunded_amount, tax_rate = changed.tax_rate
      ${table("order_lines").fromRecords(site.id, lines)}
       and order_lines.fulfilled_id is null and order_lines.refunded_amount = 0 and order_lines.tax_rate = 0`;
}
