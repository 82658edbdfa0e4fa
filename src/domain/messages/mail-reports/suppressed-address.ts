import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { suppressionReasons } from "./report.ts";

/** An address to which the site sends no email. */
export const SuppressedAddress = resourceSchema("suppressedAddress", {
  email: z.string(),
  reason: z.enum(suppressionReasons).meta({
    description:
      "`bounce`: the address does not exist or takes no mail, so nothing is sent to it. `complaint`: the recipient " +
      "reported an email as spam, so only emails without an unsubscribe link are sent to it.",
  }),
  statusCode: z
    .string()
    .nullable()
    .meta({ description: "Enhanced status code (RFC 3463) of a bounce", examples: ["5.1.1"] }),
  diagnostic: untrusted(z.string().nullable().meta({ description: "The reply of the recipient's server" })),
  createdAt: Instant,
  updatedAt: Instant,
});

export interface SuppressedRow extends Omit<z.output<typeof SuppressedAddress>, "object"> {
  version: number;
}

export const serializeSuppressed = (row: SuppressedRow) => ({ ...row, object: "suppressed_address" as const });
