import type { Context } from "#domain/platform/context.ts";
import { listFulfilledLines, type PayableOrder, updateLine, updateOrder } from "#domain/sales/orders/change-order.ts";

/**
 * Replaces the tax of a locked order by the tax that the provider calculated, in the minor unit of the currency. Divides
 * it among the lines by their amounts; the parts add up to the whole. The rate is unknown: it depends on the buyer.
 */
export async function recordTax(context: Context, { id, total }: PayableOrder, tax: number): Promise<void> {
  const upTo = (amount: number) => (total === 0 ? 0 : Math.round((tax * amount) / total));
  let passed = 0;
  for (const line of await listFulfilledLines(context, id)) {
    const before = upTo(passed);
    passed += line.amount;
    await updateLine(context, line.id, { taxAmount: upTo(passed) - before, taxRate: 0 });
  }
  await updateOrder(context, id, { taxTotal: tax }, context.now);
}
