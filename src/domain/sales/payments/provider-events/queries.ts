import { assignments, rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem, RetryableProblem } from "#domain/platform/problem.ts";
import type { ProviderEvent } from "../provider.ts";
import { type Applied, orderOf } from "./apply-event.ts";
import { contentsOf } from "./stored-event.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/**
 * `applied`, `ignored` (no change, or older than the known state), `unknown` (no such payment here), `failed` (an error;
 * the provider sends it again).
 */
export const results = ["applied", "ignored", "unknown", "failed"] as const;
export type Result = (typeof results)[number];

/** Reasons for which an event could not be applied. `busy`: something else changed the same order. */
export const failures = ["refused", "busy", "unexpected"] as const;

/** True for events that are applied when they arrive again or staff applies them. */
export const isWaiting = (result: Result): boolean => result === "failed" || result === "unknown";

type Contents = Omit<ProviderEvent, "payload">;

/** Stores the result of an event. Its contents are kept only while it waits. */
export async function recordResult(
  { db, site, now }: Context,
  provider: ProviderName,
  event: Contents,
  { result, orderId }: Applied,
): Promise<void> {
  const waits = result === "unknown" ? waitingOf(event) : { event: null, reference: null };
  const changes = { result, orderId, processedAt: now, error: null, ...waits };
  await db.run`
    update provider_events set ${assignments(changes)}
     where site_id = ${site.id} and provider = ${provider} and message_id = ${event.id}`;
}

/** Stores an event that could not be applied, unless another delivery of it was. */
export async function keepFailed(
  context: Context,
  provider: ProviderName,
  { payload, ...event }: ProviderEvent,
  cause: unknown,
): Promise<void> {
  const { db, site, now } = context;
  const failed = await failedOf(context, provider, event, cause);
  const { id: messageId, type } = event;
  const row = { siteId: site.id, provider, messageId, type, payload, receivedAt: now, ...failed };
  if ((await db.run`insert into provider_events ${rows(row)} on conflict do nothing`) === 1) return;
  await db.run`
    update provider_events set ${assignments(failed)}
     where site_id = ${site.id} and provider = ${provider} and message_id = ${messageId}
       and result in ('failed', 'unknown')`;
}

/** Records another failed attempt to apply a waiting event. */
export async function markFailed(
  { db, site }: Context,
  { provider, messageId }: { provider: ProviderName; messageId: string },
  cause: unknown,
): Promise<void> {
  const changes = { result: "failed", error: failureOf(cause), processedAt: null };
  await db.run`
    update provider_events set ${assignments(changes)}
     where site_id = ${site.id} and provider = ${provider} and message_id = ${messageId}
       and result in ('failed', 'unknown')`;
}

const failedOf = async (context: Context, provider: ProviderName, event: Contents, cause: unknown) => ({
  ...waitingOf(event),
  result: "failed",
  error: failureOf(cause),
  processedAt: null,
  // The erasure of the member finds it by its order.
  orderId: await orderOf(context, provider, event),
});

const waitingOf = (event: Contents) => ({ event: contentsOf(event), reference: referenceOf(event) });

/** Events with the same reference are about one payment or subscription. */
const referenceOf = ({ payment, agreement }: Contents): string | null =>
  agreement?.reference ?? payment.id ?? payment.sessionReference ?? payment.providerReference ?? null;

function failureOf(cause: unknown): (typeof failures)[number] {
  if (cause instanceof RetryableProblem) return "busy";
  return cause instanceof Problem ? "refused" : "unexpected";
}
