import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { columns, findEndpoint } from "./queries.ts";
import { endpointStatuses, serializeEndpoint, WebhookEndpoint, type WebhookEndpointRow } from "./webhook-endpoint.ts";

const endpoints = listing<WebhookEndpointRow>({
  kind: "webhookEndpoint",
  table: sql`webhook_endpoints`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    status: withoutIndex(anyOf(z.enum(endpointStatuses), sql`webhook_endpoints.status`)),
    updatedAt: range(Instant, sql`webhook_endpoints.updated_at`),
  },
});

export const listWebhookEndpoints = operation({
  name: "listWebhookEndpoints",
  summary: "List webhook endpoints",
  description: "Includes the delivery health of each endpoint.",
  reads: "school:read",
  input: endpoints.input,
  output: pageSchemaOf(WebhookEndpoint),
  run: async (context, input) =>
    mapPage(await endpoints.page(context, input), (row) => serializeEndpoint(row, context.now)),
});

export const getWebhookEndpoint = operation({
  name: "getWebhookEndpoint",
  summary: "Retrieve a webhook endpoint",
  description: "The signing secret is not included.",
  reads: "school:read",
  input: z.object({ id: Id("webhookEndpoint") }),
  output: WebhookEndpoint,
  async run(context, { id }) {
    const endpoint = await findEndpoint(context, id);
    if (!endpoint) throw notFound("webhook endpoint", formatId("webhookEndpoint", id));
    return serializeEndpoint(endpoint, context.now);
  },
});
