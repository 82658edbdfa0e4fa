import { table } from "#database/table/table.ts";
import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, Id, type IdKind, parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Types of products that coupons distinguish. */
export const productTypes = ["course", "membership_plan", "event", "digital_product", "consulting_service"] as const;
export type ProductType = (typeof productTypes)[number];

const kindOf = {
  course: "course",
  membership_plan: "membershipPlan",
  event: "event",
  digital_product: "digitalProduct",
  consulting_service: "consultingService",
} as const satisfies Record<ProductType, IdKind>;

const Of = <Type extends ProductType>(type: Type) => z.object({ type: z.literal(type), id: Id(kindOf[type]) });

export const Product = z
  .discriminatedUnion("type", [
    Of("course"),
    Of("membership_plan"),
    Of("event"),
    Of("digital_product"),
    Of("consulting_service"),
  ])
  .meta({ id: "ProductReference" });
export type Product = z.output<typeof Product>;

/** The ID of a product of any type. */
export const AnyProductId = z
  .string()
  .max(60)
  .transform((text, context) => {
    const uuid = productTypes.map((type) => parseId(kindOf[type], text)).find((found) => found !== undefined);
    if (uuid) return uuid;
    context.issues.push({
      code: "custom",
      input: text,
      params: { code: "invalid_id" },
      message: `Expected the ID of one of ${productTypes.join(", ")}.`,
    });
    return z.NEVER;
  })
  .meta({ description: "ID of a product of any type" });

/** Parses a wire ID that must be of this product type. */
export function productOf(type: ProductType, wireId: string): Product {
  const id = parseId(kindOf[type], wireId);
  if (id) return { type, id };
  const detail = `Expected an ID of type ${type}.`;
  throw new Problem("invalid_id", detail, { errors: [{ pointer: "/productId", code: "invalid_id", detail }] });
}

/** Returns the product with this wire ID, of any type. */
export function tryProductOf(wireId: string): Product | undefined {
  for (const type of productTypes) {
    const id = parseId(kindOf[type], wireId);
    if (id) return { type, id };
  }
  return undefined;
}

export const formatProductId = ({ type, id }: Product): string => formatId(kindOf[type], id);

export const formatProduct = ({ type, id }: Product): string => `${type} ${formatId(kindOf[type], id)}`;

/** True for product types that have a table, so that their existence can be checked. */
const isChecked: Record<ProductType, boolean> = {
  course: true,
  membership_plan: true,
  event: true,
  digital_product: false,
  consulting_service: false,
};

/** Returns the index of the first product that does not exist, or -1. */
export async function missingProduct({ db, site }: SiteScope, products: readonly Product[]): Promise<number> {
  const ids = (requested: ProductType) => products.filter(({ type }) => type === requested).map(({ id }) => id);
  const found = await db.many<{ id: string }>`
    select id from ${table("courses").withIds(site.id, ids("course"))} where ${table("courses").present}
     union all
    select id from ${table("membership_plans").withIds(site.id, ids("membership_plan"))}
     where ${table("membership_plans").present}
     union all
    select id from ${table("events").withIds(site.id, ids("event"))} where ${table("events").present}`;
  const existingIds = new Set(found.map(({ id }) => id));
  return products.findIndex(({ type, id }) => isChecked[type] && !existingIds.has(id));
}
