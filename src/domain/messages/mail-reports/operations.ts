import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { emailKey } from "#domain/platform/email.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { anyOf, changeTimes, equalTo, matching, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { columns, lift } from "./queries.ts";
import { suppressionReasons } from "./report.ts";
import { serializeSuppressed, SuppressedAddress, type SuppressedRow } from "./suppressed-address.ts";

const suppressed = listing<SuppressedRow>({
  kind: "suppressedAddress",
  table: sql`suppressed_addresses`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    email: matching(EmailAddress, (email) => equalTo(sql`suppressed_addresses.email_key`, sql`${emailKey(email)}`)),
    reason: withoutIndex(anyOf(z.enum(suppressionReasons), sql`suppressed_addresses.reason`)),
    ...changeTimes(sql`suppressed_addresses`),
  },
});

export const listSuppressedAddresses = operation({
  name: "listSuppressedAddresses",
  summary: "List suppressed addresses",
  description: "Addresses that bounced or complained, to which no email, or only necessary email, is sent.",
  reads: "members:read",
  input: suppressed.input,
  output: pageSchemaOf(SuppressedAddress),
  run: async (context, input) => mapPage(await suppressed.page(context, input), serializeSuppressed),
});

export const liftSuppression = operation({
  name: "liftSuppression",
  summary: "Lift the suppression of an address",
  description: "Emails are sent to the address again. Reports about emails that were sent before have no effect.",
  writes: "members:write",
  input: z.object({ id: Id("suppressedAddress") }),
  output: z.object({ id: Id("suppressedAddress"), reason: z.enum(suppressionReasons) }),
  async run(context, { id }) {
    const lifted = await lift(context, id);
    if (!lifted) throw notFound("suppressed address", formatId("suppressedAddress", id));
    return { id, reason: lifted.reason };
  },
  audit: ({ id }, { reason }) => about("suppressedAddress", id, { cause: reason }),
});
