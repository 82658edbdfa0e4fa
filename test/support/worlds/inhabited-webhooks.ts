import { formatId, newId } from "#domain/platform/ids.ts";
import { insertDeliveries } from "#domain/webhooks/deliveries/queries.ts";
import { insertEndpoint } from "#domain/webhooks/endpoints/queries.ts";
import { newWebhookSecret, sealWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { dispatchEvents } from "#domain/webhooks/events/dispatch-events.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { type ASite, webhooks } from "../world.ts";

/** An endpoint of this name with a pending delivery. Returns its id in API format. */
export async function insertWebhooks(site: ASite, name: string): Promise<string> {
  const context = { ...site.context(), webhooks };
  while ((await dispatchEvents(context)) > 0);
  const id = newId();
  const secret = sealWebhookSecret(webhooks.key, newWebhookSecret(), site.site.id, id);
  const url = `https://hooks.${name.toLowerCase()}.example/lectern`;
  await insertEndpoint(context, { id, url, eventTypes: ["course.created"], secret, description: name }, now());
  const event = await database.first<{ eventId: string; eventType: string }>`
    select id as event_id, type as event_type from outbox_events
     where site_id = ${site.id} and sequence is not null order by sequence desc limit 1`;
  const delivery = { endpointId: id, ...(event ?? { eventId: newId(), eventType: "course.created" }) };
  await insertDeliveries(context, [delivery], now());
  return formatId("webhookEndpoint", id);
}
