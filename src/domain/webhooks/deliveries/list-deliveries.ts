import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { deliveryColumns, findDelivery } from "./queries.ts";
import { findEndpoint, lockEndpoint } from "../endpoints/queries.ts";
import { findEvent } from "../events/queries.ts";
import { deliveryStatuses, serializeDelivery, WebhookDelivery, type WebhookDeliveryRow } from "./webhook-delivery.ts";

const deliveries = listing<WebhookDeliveryRow>({
  kind: "webhookDelivery",
  table: sql`webhook_deliveries`,
  columns: deliveryColumns,
  keepsDeleted: false,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz" },
  filters: {
    status: withoutIndex(anyOf(z.enum(deliveryStatuses), sql`webhook_deliveries.status`)),
    eventType: withoutIndex(anyOf(z.string().max(100), sql`webhook_deliveries.event_type`)),
    createdAt: range(Instant, sql`webhook_deliveries.created_at`),
  },
});

export const listWebhookDeliveries = operation({
  name: "listWebhookDeliveries",
  summary: "List the deliveries of a webhook endpoint",
  description: "Includes the result of the last attempt of each delivery.",
  reads: "school:read",
  input: deliveries.input.extend({ id: Id("webhookEndpoint") }),
  output: pageSchemaOf(WebhookDelivery),
  async run(context, { id, ...requested }) {
    if (!(await findEndpoint(context, id))) throw notFound("webhook endpoint", formatId("webhookEndpoint", id));
    return mapPage(
      await deliveries.page(context, requested, { of: sql`webhook_deliveries.endpoint_id = ${id}` }),
      serializeDelivery,
    );
  },
});

export const redeliverWebhook = operation({
  name: "redeliverWebhook",
  summary: "Redeliver a webhook delivery",
  description: "Restarts the delivery with a new series of attempts.",
  writes: "school:write",
  input: z.object({ id: Id("webhookDelivery") }),
  output: WebhookDelivery,
  async run(context, { id }) {
    const { db, site, now } = context;
    const delivery = await findDelivery(context, id);
    if (!delivery) throw notFound("webhook delivery", formatId("webhookDelivery", id));
    const endpoint = await lockEndpoint(context, delivery.endpointId);
    if (!endpoint) throw notFound("webhook endpoint", formatId("webhookEndpoint", delivery.endpointId));
    if (endpoint.status !== "enabled") {
      throw new Problem("invalid_state", "The endpoint is disabled. Enable it first.", { allowed: [] });
    }
    if (!(await findEvent(context, delivery.eventId))) {
      throw new Problem("invalid_state", "It was a test, or its event has been deleted.", { allowed: [] });
    }
    await db.run`
      update webhook_deliveries
         set status = 'pending', attempt = 0, next_attempt_at = ${now}, claimed_until = null, updated_at = ${now}
       where site_id = ${site.id} and id = ${id}`;
    return serializeDelivery(await mustExist(findDelivery(context, id)));
  },
});
