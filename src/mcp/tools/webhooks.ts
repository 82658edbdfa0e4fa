import { listWebhookEndpoints } from "#domain/engagement/webhooks/list-endpoints.ts";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from "#domain/engagement/webhooks/save-endpoint.ts";
import { sendTestWebhook } from "#domain/engagement/webhooks/send-test.ts";
import { adds, overwrites, readTool, saveTool, writeTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

/** Who is told of what happens at the school. */
export const webhookTools: readonly Tool[] = [
  readTool(
    words(
      "list_webhook_endpoints",
      "List webhook endpoints",
      "Addresses of other systems that are told of what happens, with their state and how deliveries go, newest first, 20 at a time; page.next_cursor is the cursor of the next page. Change one with save_webhook_endpoint; try it with send_test_webhook.",
    ),
    listWebhookEndpoints,
  ),
  saveTool(
    words(
      "save_webhook_endpoint",
      "Create or change a webhook endpoint",
      "Changes the endpoint named by id, or creates one from changes: url (public https) and event_types at least. Each type needs its read scope. A new one's secret is in this answer alone: give it to the receiver. Old values are lost. Needs confirm. Try it with dry_run.",
    ),
    { create: createWebhookEndpoint, update: updateWebhookEndpoint },
    { which: "id", confirms: true },
  ),
  writeTool(
    words(
      "delete_webhook_endpoint",
      "Delete a webhook endpoint",
      "Deletes one endpoint by id, for good: it is told nothing more, and what waits for it is not sent. Needs confirm. To pause it instead set status to disabled with save_webhook_endpoint.",
    ),
    deleteWebhookEndpoint,
    overwrites,
    { confirms: true },
  ),
  writeTool(
    words(
      "send_test_webhook",
      "Send a test webhook",
      "Sends an endpoint a ping, or the last event of event_type, at once, and answers what its receiver said: status, http_status, latency, the beginning of the answer. Find ids with list_webhook_endpoints.",
    ),
    sendTestWebhook,
    { ...adds, openWorldHint: true },
  ),
];
