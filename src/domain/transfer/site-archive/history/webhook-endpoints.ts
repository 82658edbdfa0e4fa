import type * as z from "zod";
import { apiKeysAmong } from "#domain/webhooks/endpoints/queries.ts";
import { storeEndpoint } from "#domain/webhooks/endpoints/store-endpoint.ts";
import { FormerEndpoint } from "#domain/webhooks/endpoints/webhook-endpoint.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
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
  insert: insertDisabled,
});

/** The receiver expects events and signatures of the other site, until staff rotate the secret and enable it. */
async function insertDisabled(context: Context, endpoint: z.output<typeof FormerEndpoint>): Promise<string> {
  const state = { status: "disabled", disabledReason: "imported" } as const;
  // An endpoint above the limit of the site is refused after its insert, which the savepoint rolls back.
  const { id } = await context.db.attempt((db) => storeEndpoint({ ...context, db }, { ...endpoint, ...state }));
  return formatId("webhookEndpoint", id);
}

async function* ownEndpoints(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, operations.listWebhookEndpoints)) {
    const keys = await apiKeysAmong(
      context,
      page.flatMap((endpoint) => clientOf(endpoint) ?? []),
    );
    const ofSchool = page.filter((endpoint) => {
      const clientId = clientOf(endpoint);
      return clientId === undefined || keys.has(clientId);
    });
    yield ofSchool.map((endpoint) => ({ id: endpoint["id"], ...writablePart(endpoint, FormerEndpoint) }));
  }
}

const clientOf = ({ client_id: id }: Row): string | undefined =>
  typeof id === "string" ? parseId("client", id) : undefined;
