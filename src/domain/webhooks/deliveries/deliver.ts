import { randomInt } from "node:crypto";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { webhooks as metrics } from "#telemetry/metrics/catalog.ts";
import { runIn, startRootSpan } from "#telemetry/tracing/spans.ts";
import { claimDeliveries, concludeDelivery, countLeased } from "./queries.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { findEndpoint, lockEnabledEndpoint, lockEndpoint } from "../endpoints/queries.ts";
import { findEvent } from "../events/queries.ts";
import { sendEvent } from "./send-event.ts";
import { mayReceive, statusOf } from "../endpoints/grant-status.ts";
import type { LeasedDelivery, Outcome } from "./webhook-delivery.ts";
import type { WebhookEndpointRecord } from "../endpoints/webhook-endpoint.ts";
import type { WebhookEventRow } from "../events/webhook-event.ts";
import { requireWebhooks } from "../webhook-system.ts";

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

/** Retry delays after the first attempt, the second, and so on. The first attempt is immediate. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** Concurrent deliveries per endpoint; one while the endpoint is failing. */
const maxConcurrent = 10;

/** Lease duration of a claimed delivery: longer than an attempt may take. */
const leaseDuration = 30 * second;

/** An endpoint that accepted nothing for this long is disabled. */
const maxFailingTime = 5 * day;

/** Counted time between two failures, longer than any pause. More is a stop of the server, or a jump of its clock. */
const maxFailingPause = 27 * hour;

/**
 * Leases the due deliveries of an endpoint, up to its concurrency limit. `running`: attempts of this process, which
 * outlive their leases if the clock jumps.
 */
export function claimDue(
  context: RequestContext,
  endpointId: string,
  running: readonly string[] = [],
): Promise<LeasedDelivery[]> {
  const { now } = context;
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const endpoint = await lockEnabledEndpoint(inside, endpointId);
    if (!endpoint) return [];
    const limit = (endpoint.failureStreak > 0 ? 1 : maxConcurrent) - (await countLeased(inside, endpointId, now));
    if (limit <= 0) return [];
    const until = new Date(now.getTime() + leaseDuration);
    const claimed = await claimDeliveries(inside, endpointId, { now, until, limit, except: running });
    return claimed.map((delivery) => ({ endpointId, delivery, until }));
  });
}

interface Running {
  /** Returns the time at which the attempt ended. */
  clock: () => Date;
  /** Aborted at shutdown: releases the leases of unfinished deliveries. */
  stopping: AbortSignal;
}

/** Makes one attempt and records the outcome. */
export async function deliver(
  context: RequestContext,
  leased: LeasedDelivery,
  { clock, stopping }: Running,
): Promise<void> {
  const { delivery, endpointId } = leased;
  const endpoint = await findEndpoint(context, endpointId);
  if (!endpoint) return;
  const endpointStatus = await statusOf(context, endpoint);
  if (endpointStatus === "ended") return endOf(context, endpointId);
  const event = await findEvent(context, delivery.eventId);
  const span = startRootSpan("webhook delivery", {
    kind: "consumer",
    traceparent: event?.traceparent,
    trusted: true,
    attributes: { "lectern.webhook.event_type": delivery.eventType, "lectern.webhook.attempt": delivery.attempt + 1 },
  });
  const attempt = { endpoint, endpointStatus, event, clock, stopping };
  await runIn({ requestIds: [], surface: "webhooks", span }, span, () => attemptOnce(context, leased, attempt));
}

interface Attempt extends Running {
  endpoint: WebhookEndpointRecord;
  endpointStatus: Awaited<ReturnType<typeof statusOf>>;
  event: WebhookEventRow | undefined;
}

async function attemptOnce(
  context: RequestContext,
  leased: LeasedDelivery,
  { endpoint, endpointStatus, event, clock, stopping }: Attempt,
): Promise<void> {
  if (!event || !mayReceive(endpoint, endpointStatus, event)) {
    const [status, error] = event
      ? (["skipped", "the creator of the endpoint can no longer read this resource"] as const)
      : (["failed", "the event has been deleted"] as const);
    metrics.deliveries.add({ result: status });
    await concludeDelivery(context, leased, { status, error, nextAttemptAt: null }, context.now);
    return;
  }
  const sending = { now: context.now, stopping };
  const outcome = await sendEvent(requireWebhooks(context), context.site, endpoint, event, sending);
  const now = clock();
  if (stopping.aborted && outcome.httpStatus === null) {
    await concludeDelivery(context, leased, {}, now);
    return;
  }
  await context.db.transaction((db) => conclude({ ...context, db, now }, leased, outcome));
}

const endOf = (context: RequestContext, endpointId: string): Promise<void> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const endpoint = await lockEndpoint(inside, endpointId);
    if (endpoint?.status === "enabled") await disableEndpoint(inside, endpoint, "grant_ended");
  });

async function conclude(context: Context, leased: LeasedDelivery, outcome: Outcome): Promise<void> {
  const { now } = context;
  const { delivery, endpointId } = leased;
  const endpoint = await lockEndpoint(context, endpointId);
  const attempt = delivery.attempt + 1;
  const isAccepted = outcome.error === null;
  const pause = isAccepted || endpoint?.status !== "enabled" ? undefined : pauses[attempt - 1];
  metrics.deliveries.add({ result: isAccepted ? "succeeded" : pause === undefined ? "failed" : "retried" });
  const concluded = await concludeDelivery(
    context,
    leased,
    {
      ...outcome,
      attempt,
      status: isAccepted ? "succeeded" : pause === undefined ? "failed" : "pending",
      nextAttemptAt: pause === undefined ? null : new Date(now.getTime() + jittered(pause)),
    },
    now,
  );
  if (!concluded || !endpoint) return;
  if (isAccepted) return recordSuccess(context, endpoint);
  const failingSince = await recordFailure(context, endpoint);
  if (endpoint.status !== "enabled") return;
  if (outcome.httpStatus === 410) await disableEndpoint(context, endpoint, "gone");
  else if (now.getTime() - failingSince.getTime() >= maxFailingTime)
    await disableEndpoint(context, endpoint, "failing");
}

/** Adds 10 % jitter, so that simultaneous failures do not retry simultaneously. */
const jittered = (pause: number): number => Math.round((pause * randomInt(900, 1101)) / 1000);

/** Delivery statistics do not change the endpoint's version. */
async function recordSuccess({ db, site, now }: Context, { id }: WebhookEndpointRecord): Promise<void> {
  await db.run`
    update webhook_endpoints set failure_streak = 0, failing_since = null, last_success_at = ${now},
           updated_at = ${now}
     where site_id = ${site.id} and id = ${id}`;
}

/** Returns the start of the current failure period. */
async function recordFailure({ db, site, now }: Context, endpoint: WebhookEndpointRecord): Promise<Date> {
  const failingSince = failureStart(endpoint, now);
  await db.run`
    update webhook_endpoints set failure_streak = failure_streak + 1, failing_since = ${failingSince}, updated_at = ${now}
     where site_id = ${site.id} and id = ${endpoint.id}`;
  return failingSince;
}

/**
 * Moves the start of the failure period by the time since the last failure that does not count: a clock that jumped
 * ahead by a year must not disable an endpoint that failed for an hour.
 */
function failureStart({ failingSince, updatedAt }: WebhookEndpointRecord, now: Date): Date {
  const uncounted = Math.max(0, now.getTime() - updatedAt.getTime() - maxFailingPause);
  return new Date(Math.min(now.getTime(), (failingSince ?? now).getTime() + uncounted));
}
