import { exampleId } from "#domain/platform/ids.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { exampleOf } from "../openapi/example.ts";
import { exampleDate } from "./field-examples.ts";

/** Previous values of the changed fields, for the events that have them. */
const previousAttributes: Readonly<Record<string, object>> = {
  "course.updated": { name: "Astronomy", updated_at: "2025-10-02T09:00:00.000Z" },
  "member.merged": { id: exampleId("member") },
};

/** Builds the example delivery of an event, with the example of its resource in `data.object`. */
export function eventExample(type: string, object: JsonSchema, components: Record<string, JsonSchema>): object {
  const previous = previousAttributes[type];
  return {
    id: exampleId("webhookEvent"),
    type,
    created_at: exampleDate,
    school_id: exampleId("site"),
    mode: "live",
    api_version: "v1",
    sequence: 48_213,
    actor: { member_id: exampleId("member"), client_id: exampleId("client") },
    data: {
      object: asRecord(exampleOf(object, components)),
      ...(previous && { previous_attributes: previous }),
    },
  };
}
