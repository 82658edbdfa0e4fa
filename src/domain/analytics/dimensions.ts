import * as z from "zod";
import { Currency } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { formatOrdered, OrderedId, orderedTypes, type OrderedType } from "#domain/sales/orders/product-id.ts";

export const dimensions = [
  "course",
  "source",
  "product_type",
  "product",
  "plan",
  "coupon",
  "currency",
  "event",
  "locale",
] as const;
export type Dimension = (typeof dimensions)[number];

/** Dimensions about people: groups of fewer than three are withheld. */
export const personal: ReadonlySet<Dimension> = new Set(["locale"]);
export const fewest = 3;

const sources = ["purchase", "membership", "bundle", "manual", "import", "group", "free"] as const;

const some = <Value extends z.ZodType<string>>(value: Value) => z.array(value).min(1).max(50).optional();

/** Filter parameters per dimension; values correspond to rollup keys. */
export const filters = {
  courseId: some(Id("course")),
  source: some(z.enum(sources)),
  productType: some(z.enum(orderedTypes)),
  productId: some(OrderedId),
  planId: some(Id("membershipPlan")),
  couponCode: some(
    z
      .string()
      .trim()
      .min(1)
      .max(40)
      .transform((code) => code.toUpperCase()),
  ),
  currency: some(Currency),
  eventId: some(Id("event")),
  locale: some(z.string().max(35)),
};
export type FilterName = keyof typeof filters;

export const filterOf: Record<Dimension, FilterName> = {
  course: "courseId",
  source: "source",
  product_type: "productType",
  product: "productId",
  plan: "planId",
  coupon: "couponCode",
  currency: "currency",
  event: "eventId",
  locale: "locale",
};

/** Returns the rollup keys for the values of a filter. */
export const keysOf = (dimension: Dimension, input: readonly string[]): string[] =>
  dimension === "product" ? input.flatMap((id) => orderedTypes.map((type) => `${type}:${id}`)) : [...input];

/** Formats a rollup key for the wire: ids with their prefix, other keys unchanged. */
export function writtenKey(dimension: Dimension, key: string): string {
  if (dimension === "course" || dimension === "event") return formatId(dimension, key);
  if (dimension === "plan") return formatId("membershipPlan", key);
  if (dimension !== "product") return key;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Rollups store the key of a product in this form.
  const [type, id] = key.split(":") as [OrderedType, string];
  return formatOrdered(type, id);
}
