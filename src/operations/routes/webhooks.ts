import * as feed from "#domain/webhooks/events/event-feed.ts";
import * as deliveries from "#domain/webhooks/deliveries/list-deliveries.ts";
import * as endpoints from "#domain/webhooks/endpoints/list-endpoints.ts";
import { listWebhookEventTypes } from "#domain/webhooks/events/list-event-types.ts";
import { replayWebhooks } from "#domain/webhooks/deliveries/replay.ts";
import * as endpointChanges from "#domain/webhooks/endpoints/save-endpoint.ts";
import { sendTestWebhook } from "#domain/webhooks/deliveries/send-test.ts";
import { act, change, create, read, remove, type Route } from "../route.ts";

/** Webhook endpoints, deliveries and events. */
export const webhookRoutes: readonly Route[] = [
  read("/webhook_event_types", listWebhookEventTypes),
  read("/webhook_endpoints", endpoints.listWebhookEndpoints),
  create("/webhook_endpoints", endpointChanges.createWebhookEndpoint),
  read("/webhook_endpoints/:id", endpoints.getWebhookEndpoint),
  change("/webhook_endpoints/:id", endpointChanges.updateWebhookEndpoint),
  remove("/webhook_endpoints/:id", endpointChanges.deleteWebhookEndpoint),
  act("/webhook_endpoints/:id/rotate_secret", endpointChanges.rotateWebhookSecret),
  act("/webhook_endpoints/:id/test", sendTestWebhook),
  read("/webhook_endpoints/:id/deliveries", deliveries.listWebhookDeliveries),
  act("/webhook_deliveries/:id/redeliver", deliveries.redeliverWebhook),
  act("/webhook_endpoints/:id/replay", replayWebhooks),
  read("/webhook_events", feed.listWebhookEvents),
  read("/webhook_events/:id", feed.getWebhookEvent),
];
