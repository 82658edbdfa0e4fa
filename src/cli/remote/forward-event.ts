import { signWebhook } from "#domain/webhooks/endpoints/webhook-secret.ts";
import type { FeedEvent } from "./follow-events.ts";

/** Outcome of one request to the receiver. */
export interface Forwarded {
  status: number | null;
  /** Null if the receiver responded. */
  error: string | null;
}

/** As for a webhook. */
const timeoutMs = 10_000;

/** Sends an event as a webhook: the same body, newly signed, without following redirects. */
export async function forwardEvent(
  { object: _object, ...event }: FeedEvent,
  { url, secret, now, stop }: { url: URL; secret: string; now: Date; stop: AbortSignal },
): Promise<Forwarded> {
  const body = JSON.stringify(event);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Lectern",
    ...signWebhook([secret], { id: event.id, body, now }),
  };
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no response within ${timeoutMs / 1000} seconds`;
  // The reasons of all addresses of a host have no message of their own.
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return cause instanceof Error ? cause.message : error.message;
}
