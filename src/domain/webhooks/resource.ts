import { schoolText } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Webhook endpoints, events and deliveries. */
export const webhooks = defineResource({
  ids: { webhookEndpoint: "whe", webhookEvent: "evt", webhookDelivery: "dlv" },
  tags: {
    webhook_event_types: "The event types of webhooks.",
    webhook_endpoints: "URLs that receive events. Each has its own signing secret.",
    webhook_deliveries: "Deliveries of events to each endpoint, with their results.",
    webhook_events: "The same events as a feed to poll.",
  },
  scopes: { read: "school:read", write: "school:write" },
  events: { "webhook_endpoint.disabled": { about: "A webhook endpoint was disabled automatically" } },
  tables: [
    {
      table: "outbox_events",
      holds: "Events for webhook subscribers and the event feed",
      kind: "webhookEvent",
      actors: "member_id",
      personal: "object_id data previous_attributes",
      impersonal: "site_id id type client_id created_at sequence is_whole traceparent",
      fixed: "type traceparent",
      merging: { how: "keep" },
      erasure: {
        how: "search",
        why: "Events that name the person keep only the type and the ID of their resource, until they expire. `member.erased` contains the person's former ID, so that receivers can erase their copies.",
      },
    },
    {
      table: "webhook_deliveries",
      holds: "Webhook deliveries and the receivers' responses",
      kind: "webhookDelivery",
      personal: "response_excerpt error",
      impersonal:
        "site_id id endpoint_id event_id event_type status attempt http_status latency_ms next_attempt_at claimed_until created_at updated_at",
      fixed: "event_type",
      erasure: { how: "search", why: "Responses that name the person are deleted." },
    },
    {
      table: "webhook_endpoints",
      holds: "Webhook endpoints and the applications that created them",
      kind: "webhookEndpoint",
      actors: "member_id",
      secret: "secret previous_secret",
      impersonal:
        "site_id id url event_types description payload status disabled_reason previous_secret_expires_at failure_streak failing_since last_success_at grant_id client_id scopes external_id metadata version created_at updated_at deleted_at",
      fixed: "event_types disabled_reason scopes",
      kept: schoolText("url description external_id metadata"),
      merging: { how: "own" },
      erasure: { how: "own", why: "Endpoints of the person's applications are disabled and receive no more events." },
    },
    {
      table: "webhook_feeds",
      holds: "Event counters",
      impersonal: "site_id last_sequence",
      erasure: { how: "keep", why: "No personal data." },
    },
  ],
  audit: {
    names: {
      webhook_endpoint: { en: "Webhook endpoint", "zh-TW": "Webhook 端點" },
      webhook_delivery: { en: "Webhook delivery", "zh-TW": "Webhook 傳送" },
    },
    actions: {
      createWebhookEndpoint: { en: "A webhook endpoint was created", "zh-TW": "建立 Webhook 端點" },
      updateWebhookEndpoint: { en: "A webhook endpoint was updated", "zh-TW": "修改 Webhook 端點" },
      deleteWebhookEndpoint: { en: "A webhook endpoint was deleted", "zh-TW": "刪除 Webhook 端點" },
      rotateWebhookSecret: { en: "The secret of a webhook endpoint was rotated", "zh-TW": "輪替 Webhook 端點的密鑰" },
      sendTestWebhook: { en: "A test event was sent to a webhook endpoint", "zh-TW": "傳送 Webhook 測試事件" },
      redeliverWebhook: { en: "A webhook delivery was resent", "zh-TW": "重新傳送 Webhook" },
      replayWebhooks: { en: "Past events were resent to a webhook endpoint", "zh-TW": "重新傳送一段期間的事件" },
      disableWebhookEndpoint: {
        en: "A webhook endpoint was disabled automatically",
        "zh-TW": "自動停用 Webhook 端點",
      },
    },
  },
});
