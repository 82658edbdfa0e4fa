import * as z from "zod";
import { rows } from "#database/statements/sql.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import type { Context } from "#domain/platform/context.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { deliveryColumns } from "./queries.ts";
import { findEndpoint } from "../endpoints/queries.ts";
import { eventColumns } from "../events/queries.ts";
import { type EventTypeName, eventTypeNames, eventTypes } from "#domain/event-types.ts";
import { sendEvent } from "./send-event.ts";
import { mayReceive, statusOf } from "../endpoints/grant-status.ts";
import { type Outcome, serializeDelivery, WebhookDelivery, type WebhookDeliveryRow } from "./webhook-delivery.ts";
import type { WebhookEventRow } from "../events/webhook-event.ts";
import { requireWebhooks } from "../webhook-system.ts";

export const sendTestWebhook = operation({
  name: "sendTestWebhook",
  summary: "Send a test delivery",
  description:
    "Sends a ping, or the latest event of a type, immediately and returns the result. A type of which the school has " +
    "no recent event is refused.",
  writes: "school:write",
  input: z.object({
    id: Id("webhookEndpoint"),
    eventType: z.enum(eventTypeNames).default("ping"),
  }),
  output: WebhookDelivery,
  async prepare(context, { id, eventType }): Promise<{ outcome: Outcome | undefined }> {
    const system = requireWebhooks(context);
    const endpoint = await findEndpoint(context, id);
    if (!endpoint) throw notFound("webhook endpoint", formatId("webhookEndpoint", id));
    const event = await sampleOf(context, eventType);
    if (!mayReceive(endpoint, await statusOf(context, endpoint), event)) {
      throw validationFailed(
        "/eventType",
        "not_allowed",
        "The creator of the endpoint can no longer read this resource.",
      );
    }
    if (context.dryRun) return { outcome: undefined };
    return { outcome: await sendEvent(system, context.site, endpoint, event, { now: context.now }) };
  },
  async run(context, { id: endpointId, eventType, outcome }) {
    const { db, site, now } = context;
    const id = newId();
    const status = outcome ? (outcome.error === null ? "succeeded" : "failed") : "pending";
    const delivery = { id, endpointId, eventId: newId(), eventType, status, attempt: outcome ? 1 : 0, ...outcome };
    await db.run`insert into webhook_deliveries ${rows({ siteId: site.id, ...delivery, createdAt: now, updatedAt: now })}`;
    const row = await db.one<WebhookDeliveryRow>`
      select ${deliveryColumns} from webhook_deliveries where site_id = ${site.id} and id = ${id}`;
    return serializeDelivery(row);
  },
  audit: ({ id, eventType }, { status }) => ({
    resourceType: "webhook_endpoint",
    resourceId: formatId("webhookEndpoint", id),
    details: { eventType, status },
  }),
});

const maxSearchedEvents = 1000;

/** Returns a ping or the latest event of a type, as a new event. */
async function sampleOf(context: Context, type: EventTypeName): Promise<WebhookEventRow> {
  const { caller, now } = context;
  return {
    ...(type === "ping" ? ping : await latestEvent(context, type)),
    id: newId(),
    type,
    memberId: caller.kind === "token" || caller.kind === "session" ? caller.memberId : null,
    clientId: caller.kind === "token" ? caller.clientId : null,
    createdAt: now,
  };
}

const ping = {
  objectId: "",
  data: { object: eventTypes.ping.object },
  isWhole: true,
  previousAttributes: null,
  sequence: 0,
};

/** Without an event, its object would be invented, and would not be what receivers get later. */
async function latestEvent({ db, site }: Context, type: EventTypeName): Promise<WebhookEventRow> {
  const last = await db.first<WebhookEventRow>`
    select ${eventColumns} from (
      select * from outbox_events
       where site_id = ${site.id} and sequence is not null order by sequence desc limit ${maxSearchedEvents}
    ) outbox_events
     where site_id = ${site.id} and type = ${type} order by sequence desc limit 1`;
  if (last) return last;
  throw validationFailed(
    "/eventType",
    "not_found",
    `None of the latest ${maxSearchedEvents} events of the school is ${type}. Cause one, or send a ping.`,
  );
}
