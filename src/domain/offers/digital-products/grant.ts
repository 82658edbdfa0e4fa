import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";

/** A member's access to a digital product. */
export const DigitalProductGrant = z
  .object({
    object: z.literal("digital_product_grant"),
    id: Id("digitalProductGrant"),
    productId: Id("digitalProduct"),
    memberId: Id("member"),
    /** Null without `members:read` or `students:read`. */
    person: z.object({ email: z.string(), name: z.string().nullable() }).nullable(),
    source: z.enum(["purchase", "manual", "membership", "import"]),
    grantedAt: Instant,
    expiresAt: Instant.nullable(),
    downloads: z.number().int().min(0),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "DigitalProductGrant" });

export interface GrantRow extends Omit<z.output<typeof DigitalProductGrant>, "object" | "person"> {
  email: string;
  name: string | null;
  version: number;
}
