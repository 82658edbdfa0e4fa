import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";

/** A member's access to a digital product. */
export const DigitalProductGrant = resourceSchema("digitalProductGrant", {
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
});

export interface GrantRow extends Omit<z.output<typeof DigitalProductGrant>, "object" | "person"> {
  email: string;
  name: string | null;
  version: number;
}
