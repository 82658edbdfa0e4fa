import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { formatOrdered, type OrderedType } from "#domain/sales/orders/product-id.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { OrderRowIn } from "./order-row.ts";
import { type Referable, refer } from "#domain/transfer/imports/records/references.ts";
import { typedEntries } from "#lib/typed-object.ts";

/** Sold products may have been deleted since. Bundles do not exist yet. */
const products: Record<Exclude<OrderedType, "bundle">, Referable> = {
  course_plan: { word: "course plan", kind: "coursePlan", table: sql`course_plans`, withDeleted: true },
  membership_pricing: { word: "price", kind: "membershipPricing", table: sql`membership_pricings`, withDeleted: true },
  event_ticket: { word: "ticket", kind: "eventTicket", table: sql`event_tickets`, withDeleted: true },
  digital_product: { word: "digital product", kind: "digitalProduct", table: sql`digital_products`, withDeleted: true },
  consulting_service: {
    word: "consulting service",
    kind: "consultingService",
    table: sql`consulting_services`,
    withDeleted: true,
  },
};

/** For each row, the product ids of its lines, or the problem with one of them. */
export async function productsOf(scope: SiteScope, rows: readonly OrderRowIn[]): Promise<(string[] | Problem)[]> {
  const lines = rows.flatMap(({ lineItems = [] }, row) => lineItems.map((line, place) => ({ row, place, line })));
  const found = new Map<string, string | Problem>();
  for (const [type, what] of typedEntries(products)) {
    const ofType = lines.filter(({ line }) => line.productType === type);
    if (ofType.length === 0) continue;
    const named = ofType.map(({ line: { productId, productExternalId } }) => ({
      productId: productId ? parseId(what.kind, productId) : undefined,
      productExternalId,
    }));
    const ids = await refer(scope, what, named, { id: "productId", externalId: "productExternalId" });
    for (const [index, { row, place, line }] of ofType.entries()) {
      const isOther = Boolean(line.productId) && named[index]?.productId === undefined;
      found.set(`${row} ${place}`, isOther ? wrongId(type) : (ids[index] ?? unnamed(type)));
    }
  }
  return rows.map(({ lineItems = [] }, row) => {
    const ids: string[] = [];
    for (const [place] of lineItems.entries()) {
      const id = found.get(`${row} ${place}`) ?? noBundles();
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
