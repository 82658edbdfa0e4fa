import * as z from "zod";
import { BulkResult, inBulk, bulkRows } from "#domain/platform/bulk/in-bulk.ts";
import { bulkRow } from "#domain/platform/bulk/run-row.ts";
import { requireLockedEvent } from "#domain/events/events/require-event.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { lockMembers } from "#domain/people/members/bulk/lock-members.ts";
import { operation } from "#domain/platform/operation.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { NewRegistration, registerForEvent } from "./register.ts";
import { openRegistrationBatch } from "./registration-batch.ts";

const maxRows = 500;

export const registerManyForEvent = operation({
  name: "registerManyForEvent",
  summary: "Register people for an event in bulk",
  description: "At most 500 rows per request.",
  writes: "events:write",
  input: z.object({
    event: ReferenceTo("event"),
    operations: bulkRows(unchecked(NewRegistration), maxRows),
    atomic: z.boolean().default(false),
  }),
  output: BulkResult,
  async run(context, { event: reference, operations, atomic }) {
    const locked = await requireLockedEvent(context, reference);
    await lockMembers(context, operations);
    const event = "id" in reference ? formatId("event", reference.id) : reference.slug;
    const rows = operations.map((data) =>
      bulkRow({
        operation: registerForEvent,
        input: { ...asRecord(data), event },
        done: ({ id }) => ({ status: "created", id: formatId("eventRegistration", id) }),
      }),
    );
    return inBulk(context, rows, atomic, openRegistrationBatch(locked));
  },
  audit: (_input, { summary }) => ({ resourceType: "event_registration", details: { created: summary.created } }),
});
