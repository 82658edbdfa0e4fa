import type { SiteScope } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { formatOrdered, orderedIdKinds, type OrderedType } from "#domain/sales/orders/product-id.ts";
import { soldKinds } from "#domain/sales/products/kinds.ts";
import { refer } from "../references.ts";
import type { OrderRowIn } from "./order-row.ts";

/** For each row, the product ids of its lines, or the problem with one of them. Products may have been deleted since. */
export async function productsOf(scope: SiteScope, rows: readonly OrderRowIn[]): Promise<(string[] | Problem)[]> {
  const lines = rows.flatMap(({ lineItems = [] }, row) => lineItems.map((line, place) => ({ row, place, line })));
  const productIds = new Map<string, string | Problem>();
  for (const [type, { word, table }] of soldKinds) {
    const ofType = lines.filter(({ line }) => line.productType === type);
    if (ofType.length === 0) continue;
    const what = { word, table, kind: orderedIdKinds[type], withDeleted: true } as const;
    const named = ofType.map(({ line: { productId, productExternalId } }) => ({
      productId: productId ? parseId(orderedIdKinds[type], productId) : undefined,
      productExternalId,
    }));
    const ids = await refer(scope, what, named, { id: "productId", externalId: "productExternalId" });
    for (const [index, { row, place, line }] of ofType.entries()) {
      const isOther = Boolean(line.productId) && named[index]?.productId === undefined;
      productIds.set(`${row} ${place}`, isOther ? wrongId(type) : (ids[index] ?? unnamed(type)));
    }
  }
  return rows.map(({ lineItems = [] }, row) => {
    const ids: string[] = [];
    for (const [place] of lineItems.entries()) {
      const id = productIds.get(`${row} ${place}`) ?? noBundles();
      if (id instanceof Problem) return inLine(id, place);
      ids.push(id);
    }
    return ids;
  });
}

const wrongId = (type: OrderedType) => {
  const example = formatOrdered(type, "019a0000-0000-7000-8000-000000000000").slice(0, 4);
  return validationFailed(
    "/productId",
    "invalid_id",
    `Expected the ID of a ${type}: ${example} and 26 letters or digits.`,
  );
};

const unnamed = (type: OrderedType) =>
  validationFailed("/productId", "required", `Expected a ${type}, by product_id or product_external_id.`);

const noBundles = () =>
  validationFailed("/productType", "not_found", "Bundles are not supported: list their products.");

const inLine = ({ code, message, details: { errors = [] } }: Problem, place: number) =>
  new Problem(code, message, {
    errors: errors.map((error) => ({ ...error, pointer: `/lineItems/${place}${error.pointer}` })),
  });
