import { schemaOfObject } from "#domain/webhooks/events/schema-of-object.ts";
import { eventTypeNames, eventTypes, isEmitted } from "#domain/event-types.ts";
import { WebhookEvent } from "#domain/webhooks/events/webhook-event.ts";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";

type Components = Record<string, JsonSchema>;

/**
 * Generates the webhook payload of each event type. OpenAPI 3.0 has no webhooks, so they are separate paths or
 * callbacks.
 */
export async function webhooksOf(components: Components): Promise<object> {
  const event = jsonSchemaOf(WebhookEvent, components);
  const described: [string, object][] = [];
  for (const name of eventTypeNames.filter(isEmitted)) {
    const { about, needs } = eventTypes[name];
    const object = await schemaOfObject(name);
    const schema = object ? { allOf: [event, dataOf(jsonSchemaOf(object, components))] } : event;
    const description =
      needs === null ? "Sent to the application that started the job." : `Requires the \`${needs}\` scope.`;
    described.push([name, { post: { operationId: idOf(name), summary: about, description, ...delivery(schema) } }]);
  }
  return Object.fromEntries(described);
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
        ...delivery(jsonSchemaOf(WebhookEvent, components)),
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

const delivery = (schema: JsonSchema) => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
  responses: {
    "204": { description: "Accepted. Any other 2xx status within ten seconds is equivalent." },
    "410": { description: "Stop sending. The endpoint is disabled." },
  },
});
