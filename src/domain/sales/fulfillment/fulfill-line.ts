import { contentIn } from "#database/content/content-of.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { kindOf } from "#domain/sales/products/kinds.ts";
import type { Sale } from "#domain/sales/products/product-kind.ts";

/**
 * Fulfills a paid line and returns the ID of the enrollment, registration, subscription or grant. Its `source` is
 * `purchase` and its `source_id` the line. Throws a problem if the line can no longer be fulfilled.
 */
export async function fulfillLine(context: Context, sale: Sale): Promise<string> {
  const { memberId, line, notify = true } = sale;
  const system = notify ? asSystem(context) : asSystem(silent(context));
  const kind = kindOf(line);
  const product = await kind.productOf(system, line.productId);
  if (!product) throw new Problem("not_found", "The product was deleted after it was ordered.");
  if (await kind.hasAcquired(system, product.id, memberId)) {
    throw new Problem("already_exists", "The member already has what this line contains.");
  }
  const id = await kind.give(system, sale, product.id);
  await system.db.run`
    update ${kind.access.table} set source = 'purchase', source_id = ${line.id}
     where site_id = ${contentIn(kind.access.table, system.site.id)} and id = ${id}`;
  return id;
}

const silent = (context: Context): Context => ({
  ...context,
  tells: { events: context.tells?.events ?? true, notices: false },
});
