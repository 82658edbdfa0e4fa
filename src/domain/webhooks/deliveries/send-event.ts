import type { Site } from "#domain/platform/site/site.ts";
import { isOnThisMachine } from "#lib/outbound/host-of-url.ts";
import { FetchError } from "#lib/outbound/send-request.ts";
import { postBytes } from "#lib/outbound/post-bytes.ts";
import { webhooks } from "#telemetry/metrics/catalog.ts";
import { inSpan } from "#telemetry/tracing/spans.ts";
import type { Outcome } from "./webhook-delivery.ts";
import type { WebhookEndpointRecord } from "../endpoints/webhook-endpoint.ts";
import { bodyOfEvent, formatEventId, type WebhookEventRow } from "../events/webhook-event.ts";
import { secretsOf, signWebhook } from "../endpoints/webhook-secret.ts";
import { mayReachThisMachine, type WebhookSystem } from "../webhook-system.ts";

const maxStoredResponseBytes = 1024;

/** Makes one attempt: newly signed, ten seconds at most, without following redirects. */
export async function sendEvent(
  system: WebhookSystem,
  site: Site,
  endpoint: WebhookEndpointRecord,
  event: WebhookEventRow,
  { now, stopping }: { now: Date; stopping?: AbortSignal | undefined },
): Promise<Outcome> {
  const { key, rules } = system;
  const allowLoopback = isOnThisMachine(endpoint.url) && mayReachThisMachine(system, site);
  const body = bodyOfEvent(site, event, endpoint.payload);
  const signed = signWebhook(secretsOf(key, site.id, endpoint, now), { id: formatEventId(event.id), body, now });
  const headers = { "content-type": "application/json; charset=utf-8", ...signed };
  const begun = performance.now();
  const latency = () => Math.round(performance.now() - begun);
  try {
    // Without traceparent: the receiver belongs to another operator, whose trace would show the IDs of this server.
    const { status, bytes } = await inSpan("POST webhook", spanOptions, async (span) => {
      const answer = await postBytes(new URL(endpoint.url), Buffer.from(body), headers, {
        ...rules,
        allowLoopback,
        stopping,
      });
      span?.setAttribute("http.response.status_code", answer.status);
      return answer;
    });
    const isAccepted = status >= 200 && status < 300;
    return {
      httpStatus: status,
      latencyMs: latency(),
      responseExcerpt: storable(bytes.subarray(0, maxStoredResponseBytes)),
      error: isAccepted ? null : `it responded with status ${status}`,
    };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { httpStatus: null, latencyMs: latency(), responseExcerpt: null, error: error.message };
  } finally {
    webhooks.duration.observe({}, latency() / 1000);
  }
}

const spanOptions = () => ({ kind: "client" as const, attributes: { "http.request.method": "POST" } });

/** PostgreSQL text cannot contain zero bytes. */
const storable = (bytes: Buffer): string => bytes.toString("utf8").replaceAll("\0", "\u{FFFD}");
