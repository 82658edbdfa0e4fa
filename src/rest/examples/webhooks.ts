import type { Examples } from "./examples.ts";

export const webhookExamples: Examples = {
  createWebhookEndpoint: {
    url: "https://crm.example/hooks/lectern",
    event_types: ["enrollment.created", "enrollment.completed"],
    description: "Tells the CRM who studies what",
  },
  updateWebhookEndpoint: { event_types: ["enrollment.created"], status: "enabled" },
  rotateWebhookSecret: { overlap_hours: 24 },
  sendTestWebhook: { event_type: "ping" },
  replayWebhooks: { from: "2025-11-20T18:00:00.000Z", to: "2025-11-20T20:00:00.000Z", only_failed: true },
};
