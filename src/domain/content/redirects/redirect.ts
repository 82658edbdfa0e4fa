import * as z from "zod";
import { ExternalId, LinkTarget, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { isReserved } from "#domain/content/pages/page-path.ts";

/** Any path of the school's former site. */
const FromPath = z
  .string()
  .max(500)
  .regex(/^\/[^\s?#\\/][^\s?#\\]*$/, "Expected a path like /old/page.html, without a query string.")
  .refine((path) => !isReserved(path), "This path is reserved for the server.")
  .meta({ examples: ["/old/about.html"] });

const writable = {
  from: FromPath,
  to: LinkTarget,
  status: z.literal([301, 302, 308]),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A redirect from a former path. */
export const Redirect = z
  .object({ object: z.literal("redirect"), id: Id("redirect"), ...writable, createdAt: Instant, updatedAt: Instant })
  .meta({ id: "Redirect" });

export const NewRedirect = z.object(writable).partial().required({ from: true, to: true });

export interface RedirectRow extends Omit<z.output<typeof Redirect>, "object"> {
  version: number;
}
