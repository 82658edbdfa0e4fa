import * as z from "zod";
import { formatId, type IdKind, parseId } from "#domain/platform/ids.ts";

/** Product types of order lines. */
export const orderedTypes = [
  "course_plan",
  "bundle",
  "membership_pricing",
  "event_ticket",
  "digital_product",
  "consulting_service",
] as const;
export type OrderedType = (typeof orderedTypes)[number];

const kindOf = {
  course_plan: "coursePlan",
  bundle: "bundle",
  membership_pricing: "membershipPricing",
  event_ticket: "eventTicket",
  digital_product: "digitalProduct",
  consulting_service: "consultingService",
} as const satisfies Record<OrderedType, IdKind>;

export const formatOrdered = (type: OrderedType, id: string): string => formatId(kindOf[type], id);

/** The ID of an ordered product. */
export const OrderedId = z
  .string()
  .max(60)
  .transform((text, context) => {
    const uuid = orderedTypes.map((type) => parseId(kindOf[type], text)).find((found) => found !== undefined);
    if (uuid) return uuid;
    context.issues.push({
      code: "custom",
      input: text,
      params: { code: "invalid_id" },
      message: `Expected the ID of one of ${orderedTypes.join(", ")}.`,
    });
    return z.NEVER;
  })
  .meta({
    description: "ID of the ordered product, of any type",
    examples: ["cpl_01k9g2c8p4e6t0v3x5y7z9b1d3"],
  });

/** A product by its type and ID, as an order line names it. */
export const OrderedItem = z
  .string()
  .max(60)
  .transform((text, context) => {
    for (const type of orderedTypes) {
      const id = parseId(kindOf[type], text);
      if (id) return { type, id };
    }
    const message = `Expected the ID of one of ${orderedTypes.join(", ")}.`;
    context.issues.push({ code: "custom", input: text, params: { code: "invalid_id" }, message });
    return z.NEVER;
  });
