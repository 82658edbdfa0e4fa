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
    const keys = await apiKeysAmong(
      context,
      page.flatMap((endpoint) => clientOf(endpoint) ?? []),
    );
    const own = page.filter((endpoint) => {
      const clientId = clientOf(endpoint);
      return clientId === undefined || keys.has(clientId);
    });
    yield own.map((endpoint) => ({ id: endpoint["id"], ...writablePart(endpoint, FormerEndpoint) }));
  }
}

const clientOf = ({ client_id: id }: Row): string | undefined =>
  typeof id === "string" ? parseId("client", id) : undefined;
