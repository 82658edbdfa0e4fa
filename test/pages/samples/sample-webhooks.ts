import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { type DeliveryView, webhook, type Webhook } from "#pages/views/admin/webhooks/webhook.ts";
import { webhookForm } from "#pages/views/admin/webhooks/webhook-form.ts";
import {
  type EndpointView,
  webhookRemoval,
  webhooks,
  webhookSecret,
  webhookSecretReplacement,
} from "#pages/views/admin/webhooks/webhooks.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const id = "whe_01k9g2c8p4e6t0v3x5y7z9b1d3";

/** The pages of webhooks. */
export function sampleWebhooks(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("webhooks");
  const url = `https://${names.host}${names.path}`;
  const endpoint: EndpointView = {
    id,
    url,
    eventTypes: ["course.published", "enrollment.created", "order.paid"],
    description: names.client,
    payload: "full",
    status: "enabled",
    disabledReason: null,
    failureStreak: 0,
    lastSuccessAt: at(9),
    previousSecretExpiresAt: null,
    clientId: null,
    memberId: null,
    createdAt: at(1),
    updatedAt: at(1),
  };
  const off: EndpointView = {
    ...endpoint,
    id: id.replace("d3", "d4"),
    description: "",
    payload: "thin",
    status: "auto_disabled",
    disabledReason: "failing",
    failureStreak: 31,
    lastSuccessAt: null,
    clientId: "cli_01k9g2c8p4e6t0v3x5y7z9b1d3",
  };
  const view: Webhook = {
    endpoint,
    deliveries: sampleDeliveries(names),
    filter: undefined,
    pages: { next: `/admin/webhooks/${id}?cursor=x` },
    notice: "refused",
  };
  const typed = { url, description: names.client, payload: "thin" as const, types: ["order.paid"] };
  const secret = `whsec_${"aB3/".repeat(10)}9w==`;
  return [
    ["admin-webhooks", webhooks(page, { endpoints: [endpoint, off], pages: {}, deleted: true })],
    ["admin-webhooks-none", webhooks(page, { endpoints: [], pages: {}, deleted: false })],
    ["admin-webhook", webhook(page, view)],
    [
      "admin-webhook-off",
      webhook(page, { ...view, endpoint: off, deliveries: [], filter: "failed", pages: {}, notice: undefined }),
    ],
    ["admin-webhook-new", webhookForm(page, { id, typed: { ...typed, url: "", types: [] }, wrong: [] })],
    ["admin-webhook-wrong", webhookForm(page, { id, typed, wrong: ["url", "types"] })],
    ["admin-webhook-secret", webhookSecret(page, { id, url, secret, until: at(23) })],
    ["admin-webhook-rotate", webhookSecretReplacement(page, { id, url, version: 3 })],
    ["admin-webhook-delete", webhookRemoval(page, { id, url })],
  ];
}

const sampleDeliveries = (names: Names): DeliveryView[] =>
  (["pending", "succeeded", "failed", "skipped"] as const).map((status, index) => ({
    id: `dlv_01k9g2c8p4e6t0v3x5y7z9b1e${index}`,
    endpointId: id,
    eventId: `evt_01k9g2c8p4e6t0v3x5y7z9b1f${index}`,
    eventType: ["course.published", "order.paid", "event_registration.checked_in", "ping"][index]!,
    status,
    attempt: [3, 1, 10, 0][index]!,
    httpStatus: [null, 200, 503, null][index]!,
    latencyMs: [10_000, 84, 412, null][index]!,
    responseExcerpt: [null, "ok", `${names.path} ${names.host}`, null][index]!,
    error: ["its host took too long", null, "it responded with status 503", names.path][index]!,
    nextAttemptAt: status === "pending" ? at(12) : null,
    createdAt: at(10 - index),
    updatedAt: at(10),
  }));
