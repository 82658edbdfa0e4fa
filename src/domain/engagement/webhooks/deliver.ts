import { randomInt } from "node:crypto";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { claimDeliveries, concludeDelivery, countInHand } from "./delivery-queries.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { findEndpoint, lockEnabledEndpoint, lockEndpoint } from "./endpoint-queries.ts";
import { findEvent } from "./event-queries.ts";
import { sendEvent } from "./send-event.ts";
import { mayBeTold, statusOf } from "./standing.ts";
import type { Outcome, WebhookDeliveryRow } from "./webhook-delivery.ts";
import type { WebhookEndpointRecord } from "./webhook-endpoint.ts";
import { requireWebhooks } from "./webhook-system.ts";

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

/** How long after the first attempt, the second, … the next one comes. The first is made at once. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** Of deliveries to one endpoint at the same time; to one that failed last time, one. */
const atOnce = 10;

/** So long a delivery is in the hands of a process: longer than an attempt may take. */
const hold = 30 * second;

/** An endpoint that accepted nothing for so long is told nothing any more. */
const patience = 5 * day;

/** A delivery in the hands of this process. */
export interface Held {
  endpointId: string;
  delivery: WebhookDeliveryRow;
  until: Date;
}

/** Takes what is due for an endpoint in hand; nothing where it has as much under way as it may. */
export function claimDue(context: RequestContext, endpointId: string): Promise<Held[]> {
  const { now } = context;
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const endpoint = await lockEnabledEndpoint(inside, endpointId);
    if (!endpoint) return [];
    const limit = (endpoint.failureStreak > 0 ? 1 : atOnce) - (await countInHand(inside, endpointId, now));
    if (limit <= 0) return [];
    const until = new Date(now.getTime() + hold);
    const claimed = await claimDeliveries(inside, endpointId, { now, until, limit });
    return claimed.map((delivery) => ({ endpointId, delivery, until }));
  });
}

interface Running {
  /** Tells when the attempt ended. */
  clock: () => Date;
  /** Aborted when the process is to end: what is under way is given back. */
  stopping: AbortSignal;
}

/** One attempt, and what follows from it. */
export async function deliver(context: RequestContext, held: Held, { clock, stopping }: Running): Promise<void> {
  const { delivery, endpointId, until } = held;
  const endpoint = await findEndpoint(context, endpointId);
  if (!endpoint) return;
  const endpointStatus = await statusOf(context, endpoint);
  if (endpointStatus === "ended") return endOf(context, endpointId);
  const event = await findEvent(context, delivery.eventId);
  if (!event || !mayBeTold(endpoint, endpointStatus, event)) {
    const [status, error] = event
      ? (["skipped", "whoever made the endpoint may not read this any more"] as const)
      : (["failed", "the event is not kept any more"] as const);
    await concludeDelivery(context, delivery.id, { until, status, error, nextAttemptAt: null }, context.now);
    return;
  }
  const sending = { now: context.now, stopping };
  const outcome = await sendEvent(requireWebhooks(context), context.site, endpoint, event, sending);
  const now = clock();
  if (stopping.aborted && outcome.httpStatus === null) {
    await concludeDelivery(context, delivery.id, { until }, now);
    return;
  }
  await context.db.transaction((db) => conclude({ ...context, db, now }, held, outcome));
}

const endOf = (context: RequestContext, endpointId: string): Promise<void> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const endpoint = await lockEndpoint(inside, endpointId);
    if (endpoint?.status === "enabled") await disableEndpoint(inside, endpoint, "grant_ended");
  });

async function conclude(context: Context, { delivery, endpointId, until }: Held, outcome: Outcome): Promise<void> {
  const { now } = context;
  const endpoint = await lockEndpoint(context, endpointId);
  const attempt = delivery.attempt + 1;
  const isAccepted = outcome.error === null;
  const pause = isAccepted || endpoint?.status !== "enabled" ? undefined : pauses[attempt - 1];
  const concluded = await concludeDelivery(
    context,
    delivery.id,
    {
      until,
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
  else if (now.getTime() - failingSince.getTime() >= patience) await disableEndpoint(context, endpoint, "failing");
}

/** A tenth more or less, so that what failed together does not come back together. */
const jittered = (pause: number): number => Math.round((pause * randomInt(900, 1101)) / 1000);

/** How deliveries go is no change of the endpoint: its version stays. */
async function recordSuccess({ db, site, now }: Context, { id }: WebhookEndpointRecord): Promise<void> {
  await db.run`
    update webhook_endpoints set failure_streak = 0, failing_since = null, last_success_at = ${now}
     where site_id = ${site.id} and id = ${id}`;
}

/** Answers since when nothing was accepted. */
async function recordFailure({ db, site, now }: Context, { id }: WebhookEndpointRecord): Promise<Date> {
  const { failingSince } = (await db.first<{ failingSince: Date }>`
    update webhook_endpoints set failure_streak = failure_streak + 1, failing_since = coalesce(failing_since, ${now})
     where site_id = ${site.id} and id = ${id}
    returning failing_since`)!;
  return failingSince;
}
