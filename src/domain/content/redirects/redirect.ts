import * as z from "zod";
import { ExternalId, LinkTarget, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { isReserved } from "#domain/content/pages/page-path.ts";

/** Any path that a site may have had before it came here. */
const FromPath = z
  .string()
  .max(500)
  .regex(/^\/[^\s?#\\/][^\s?#\\]*$/, "Expected a path like /old/page.html, without what follows a question mark.")
  .refine((path) => !isReserved(path), "Addresses that begin like this are the server's own.")
  .meta({ examples: ["/old/about.html"] });

const writable = {
  from: FromPath,
  to: LinkTarget,
  status: z.literal([301, 302, 308]),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** Where a path leads that is no page any more. */
export const Redirect = z
  .object({ object: z.literal("redirect"), id: Id("redirect"), ...writable, createdAt: Instant, updatedAt: Instant })
  .meta({ id: "Redirect" });

export const NewRedirect = z.object(writable).partial().required({ from: true, to: true });

export interface RedirectRow extends Omit<z.output<typeof Redirect>, "object"> {
  version: number;
}
