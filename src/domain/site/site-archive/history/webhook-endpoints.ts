import { apiKeysAmong } from "#domain/engagement/webhooks/endpoints/queries.ts";
import { restoreEndpoint } from "#domain/engagement/webhooks/endpoints/restore-endpoint.ts";
import { FormerEndpoint } from "#domain/engagement/webhooks/endpoints/webhook-endpoint.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import type { Row } from "../archive-format.ts";
import { operations } from "../archived-resources.ts";
import { writablePart } from "../compare-rows.ts";
import { readPages } from "../read-list.ts";
import { restoredPart } from "./restored-part.ts";

/**
 * Webhook endpoints of the school and its API keys, without their secrets. Those of other applications end with the
 * grants of the other site.
 */
export const webhookEndpoints = restoredPart({
  rows: ownEndpoints,
  key: ["url", "event_types"],
  schema: FormerEndpoint,
  notCompared: [],
  insert: async (context, endpoint) => formatId("webhookEndpoint", await restoreEndpoint(context, endpoint)),
});

async function* ownEndpoints(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, operations.listWebhookEndpoints)) {
    const clientIds = page.flatMap(({ client_id }) => parseId("client", String(client_id)) ?? []);
    const keys = await apiKeysAmong(context, clientIds);
    const own = page.filter(({ client_id: id }) => id === null || keys.has(parseId("client", String(id)) ?? ""));
    yield own.map((endpoint) => ({ id: endpoint["id"], ...writablePart(endpoint, FormerEndpoint) }));
  }
}
