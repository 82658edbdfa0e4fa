import * as z from "zod";
import { ExternalId, LinkTarget, Metadata } from "#domain/platform/fields.ts";
import { type IdKind } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { decodedPath } from "#domain/platform/addresses/decoded-path.ts";
import { isReserved } from "#domain/content/pages/page-path.ts";
import { isAddressOfResource } from "#domain/platform/addresses/public-addresses.ts";
import { versionedResource } from "#domain/platform/versioned.ts";

/** Any path of the school's former site, also one like `/courses/sailing`. */
const FromPath = z
  .string()
  .max(500)
  .regex(/^\/[^\s?#\\/][^\s?#\\]*$/, "Expected a path like /old/page.html, without a query string.")
  .refine(
    (path) => !isReserved(decodedPath(path)) || isAddressOfResource(decodedPath(path)),
    "This path is reserved for the server.",
  )
  .meta({ examples: ["/old/about.html"] });

const writable = {
  from: FromPath,
  to: LinkTarget,
  status: z.literal([301, 302, 308]),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** The renamed resource, if the server created the redirect. */
const RenamedResource = z
  .object({ type: z.string(), id: z.string() })
  .meta({ description: "The resource whose slug or path changed. Null if the redirect was created by an operator." });

/** A redirect from a former path. */
export const Redirect = versionedResource("redirect", {
  ...writable,
  resource: RenamedResource.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const NewRedirect = z.object(writable).partial().required({ from: true, to: true });

export interface RedirectRow extends Omit<z.output<typeof Redirect>, "object" | "resource"> {
  resourceKind: IdKind | null;
  resourceId: string | null;
  version: number;
}
