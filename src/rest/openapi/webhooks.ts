import { schemaOfObject } from "#domain/webhooks/events/schema-of-object.ts";
import { eventTypeNames, eventTypes, isEmitted } from "#domain/event-types.ts";
import { WebhookEvent } from "#domain/webhooks/events/webhook-event.ts";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";
import { eventExample } from "../examples/event-example.ts";
import { located } from "../examples/at-origin.ts";

type Components = Record<string, JsonSchema>;

interface Delivered {
  schema: JsonSchema;
  example?: unknown;
}

/**
 * Generates the webhook payload of each event type. OpenAPI 3.0 has no webhooks, so they are separate paths or
 * callbacks.
 */
export async function webhooksOf(components: Components, origin: string): Promise<object> {
  const event = jsonSchemaOf(WebhookEvent, components);
  const webhooks: [string, object][] = [];
  for (const name of eventTypeNames.filter(isEmitted)) {
    const { about, needs } = eventTypes[name];
    const object = await schemaOfObject(name);
    const described = object && jsonSchemaOf(object, components);
    const schema = described ? { allOf: [event, dataOf(described)] } : event;
    const example = located(eventExample(name, described ?? {}, components), origin);
    const description =
      needs === null ? "Sent to the application that started the job." : `Requires the \`${needs}\` scope.`;
    const content = delivery({ schema, example });
    webhooks.push([name, { post: { operationId: idOf(name), summary: about, description, ...content } }]);
  }
  return Object.fromEntries(webhooks);
}

/** Builds the callbacks for the operation that creates a webhook endpoint. */
export const callbacksOf = (components: Components): object => ({
  event: {
    "{$request.body#/url}": {
      post: {
        operationId: "receiveWebhookEvent",
        summary: "Receive a webhook event",
        description:
          "Signed according to Standard Webhooks in `webhook-id`, `webhook-timestamp` and `webhook-signature`.",
        security: [],
        ...delivery({ schema: jsonSchemaOf(WebhookEvent, components) }),
      },
    },
  },
});

/** `course.created`: `receiveCourseCreated` */
const idOf = (name: string): string =>
  `receive${name.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase())}`;

const dataOf = (object: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { data: { type: "object", properties: { object } } },
});

const delivery = (content: Delivered) => ({
  requestBody: { required: true, content: { "application/json": content } },
  responses: {
    "204": { description: "Accepted. Any other 2xx status within ten seconds is equivalent." },
    "410": { description: "Stop sending. The endpoint is disabled." },
  },
});
