import { eventTypeNames, eventTypes, isEmitted } from "#domain/engagement/webhooks/events/event-types.ts";
import { WebhookEvent } from "#domain/engagement/webhooks/events/webhook-event.ts";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";
import { routeIndex } from "../route-index.ts";
import { routes } from "../routes.ts";

type Components = Record<string, JsonSchema>;

/**
 * Generates the webhook payload of each event type. OpenAPI 3.0 has no webhooks, so they are separate paths or
 * callbacks.
 */
export function webhooksOf(components: Components): object {
  const event = jsonSchemaOf(WebhookEvent, components);
  return Object.fromEntries(
    eventTypeNames.filter(isEmitted).map((name) => {
      const { about, needs, object } = eventTypes[name];
      const schemaName = schemaNameOf(object);
      const whole = schemaName !== undefined && schemaName in components;
      const schema = whole ? { allOf: [event, dataOf(`#/components/schemas/${schemaName}`)] } : event;
      const scope =
        needs === null ? "Sent to the application that started the job." : `Requires the \`${needs}\` scope.`;
      return [name, { post: { operationId: idOf(name), summary: about, description: scope, ...delivery(schema) } }];
    }),
  );
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

const dataOf = (reference: string): JsonSchema => ({
  type: "object",
  properties: { data: { type: "object", properties: { object: { $ref: reference } } } },
});

const delivery = (schema: JsonSchema) => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
  responses: {
    "204": { description: "Accepted. Any other 2xx status within ten seconds is equivalent." },
    "410": { description: "Stop sending. The endpoint is disabled." },
  },
});

/** Returns the component name of a resource type's schema. */
function schemaNameOf(object: string): string | undefined {
  const reader = routeIndex.findLast((entry) => entry.object === object);
  const route = routes.find(({ method, path }) => method === reader?.method && path === reader.path);
  const { id } = route?.operation.output.meta() ?? {};
  return typeof id === "string" ? id : undefined;
}
