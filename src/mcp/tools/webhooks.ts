import { getWebhookEndpoint, listWebhookEndpoints } from "#domain/webhooks/endpoints/list-endpoints.ts";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from "#domain/webhooks/endpoints/save-endpoint.ts";
import { sendTestWebhook } from "#domain/webhooks/deliveries/send-test.ts";
import { adds, overwrites, readTool, saveTool, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

export const webhookTools: readonly Tool[] = [
  readTool({
    name: "list_webhook_endpoints",
    title: "List webhook endpoints",
    description:
      "Webhook endpoints with status and delivery health, newest first. Change one with save_webhook_endpoint; test it with send_test_webhook.",
    operation: listWebhookEndpoints,
  }),
  readTool({
    name: "get_webhook_endpoint",
    title: "Get a webhook endpoint",
    description:
      "One webhook endpoint by ID with its status, delivery health and the etag for save_webhook_endpoint, without the signing secret. Find endpoints with list_webhook_endpoints.",
    operation: getWebhookEndpoint,
  }),
  saveTool({
    name: "save_webhook_endpoint",
    title: "Create or update a webhook endpoint",
    description:
      "Updates the endpoint given by ID, or creates one from changes (requires url, public https, and event_types). Each event type requires its read scope. The signing secret appears only in the create response: pass it to the receiver. Overwrites previous values permanently. Requires confirm.",
    create: createWebhookEndpoint,
    update: updateWebhookEndpoint,
    which: "id",
    confirms: true,
  }),
  writeTool({
    name: "delete_webhook_endpoint",
    title: "Delete a webhook endpoint",
    description:
      "Deletes one endpoint by ID and discards its pending deliveries. This cannot be undone. Requires confirm. To pause it instead, set status to disabled with save_webhook_endpoint.",
    operation: deleteWebhookEndpoint,
    hints: overwrites,
    confirms: true,
  }),
  writeTool({
    name: "send_test_webhook",
    title: "Send a test webhook",
    description:
      "Sends a ping, or the latest event of event_type, to an endpoint immediately. Returns the receiver's response: status, http_status, latency and the start of the body. Find IDs with list_webhook_endpoints.",
    operation: sendTestWebhook,
    hints: { ...adds, openWorldHint: true },
  }),
];
