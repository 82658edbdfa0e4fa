import { exampleId } from "#domain/platform/ids.ts";
import type { ResponseExamples, Examples, ResourceExamples } from "./examples.ts";

export const webhookExamples: Examples = {
  createWebhookEndpoint: {
    url: "https://crm.example/hooks/lectern",
    event_types: ["enrollment.created", "enrollment.completed"],
    description: "Sends enrollments to the CRM",
  },
  updateWebhookEndpoint: { event_types: ["enrollment.created"], status: "enabled" },
  rotateWebhookSecret: { overlap_hours: 24 },
  sendTestWebhook: { event_type: "ping" },
  replayWebhooks: { from: "2025-11-20T18:00:00.000Z", to: "2025-11-20T20:00:00.000Z", only_failed: true },
};

const enrolled = { object: "enrollment", id: exampleId("enrollment"), course_id: exampleId("course") };

export const webhookResources: ResourceExamples = {
  webhook_event_type: {
    name: "enrollment.created",
    description: "A student was enrolled in a course",
    scope: "students:read",
    emitted: true,
    object_type: "enrollment",
    schema: { type: "object", properties: { id: { type: "string" } } },
  },
  webhook_endpoint: {
    url: "https://crm.example/hooks/lectern",
    event_types: ["enrollment.created", "enrollment.completed"],
    description: "Sends enrollments to the CRM",
    failure_streak: 0,
    last_success_at: "2025-11-20T19:55:00.000Z",
    client_id: exampleId("client"),
    member_id: exampleId("member"),
    secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  },
  webhook_delivery: {
    event_type: "enrollment.created",
    status: "succeeded",
    attempt: 1,
    http_status: 204,
    latency_ms: 182,
    created_at: "2025-11-20T19:55:00.000Z",
  },
  curriculum_change: {
    version: 12,
    added: [exampleId("lecture")],
    removed: [],
    moved: [],
    changed: [exampleId("section")],
  },
  ChangedSchool: { changed: ["name", "time_zone"] },
  webhook_replay: { deliveries: 14 },
  webhook_event: {
    type: "enrollment.created",
    api_version: "v1",
    sequence: 48_213,
    actor: { member_id: exampleId("member"), client_id: exampleId("client") },
    data: { object: enrolled },
    created_at: "2025-11-20T19:55:00.000Z",
  },
};

export const webhookResponses: ResponseExamples = {
  createWebhookEndpoint: { last_success_at: null },
  updateWebhookEndpoint: { event_types: ["enrollment.created"] },
  sendTestWebhook: { event_type: "ping" },
  rotateWebhookSecret: { previous_secret_expires_at: "2025-11-21T19:55:00.000Z" },
};
