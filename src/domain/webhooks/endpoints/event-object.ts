import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./queries.ts";
import { serializeEndpoint, WebhookEndpoint, type WebhookEndpointRow } from "./webhook-endpoint.ts";

export const object = eventObject<WebhookEndpointRow>({
  schema: WebhookEndpoint,
  table: sql`webhook_endpoints`,
  columns,
  serialize: ({ now }, rows) => rows.map((row) => serializeEndpoint(row, now)),
});
