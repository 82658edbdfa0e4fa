import * as z from "zod";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { computedListInput, pageOfComputed } from "#domain/platform/listing/computed-list.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { oncePer } from "#lib/work/once-per.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";
import { schemaOfObject } from "./schema-of-object.ts";
import { eventTypeNames, eventTypes, isEmitted } from "#domain/event-types.ts";

const WebhookEventType = z
  .object({
    object: z.literal("webhook_event_type"),
    name: z.string(),
    description: z.string().meta({ description: "When the event is sent" }),
    scope: z.string().nullable().meta({
      description: "The scope that a subscriber needs. Null: sent only to the application that started the job.",
    }),
    emitted: z.boolean().meta({
      description: "True if this version sends the event. False: the name is reserved.",
    }),
    objectType: z.string().meta({ description: "The type of `data.object`" }),
    schema: z.record(z.string(), z.unknown()).nullable().meta({
      description: "JSON Schema of `data.object`. Null for a reserved name whose resource does not exist yet.",
    }),
  })
  .meta({ id: "WebhookEventType" });

export const listWebhookEventTypes = operation({
  name: "listWebhookEventTypes",
  summary: "List webhook event types",
  reads: "school:read",
  input: z.object(computedListInput(200)),
  output: pageSchemaOf(WebhookEventType),
  async run(_context, requested) {
    const { data: names, page } = pageOfComputed(
      eventTypeNames,
      requested,
      { list: "webhookEventTypes" },
      (_name, index) => index,
    );
    const data = await mapInSlices(names, async (name) => {
      const { about, needs, object } = eventTypes[name];
      const resource = await schemaOfObject(name);
      const schema = resource ? inlineSchemaOf(resource) : null;
      return {
        object: "webhook_event_type" as const,
        name,
        description: about,
        scope: needs,
        emitted: isEmitted(name),
        objectType: object,
        schema,
      };
    });
    return { data, page };
  },
});

/** A conversion takes milliseconds. */
const inlineSchemaOf = oncePer((schema: z.ZodObject) => inlineJsonSchemaOf(schema));
