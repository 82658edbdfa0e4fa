import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { comesFromNoList, decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byStaffInPerson, operation, perform } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { applyEvent } from "./apply-event.ts";
import { failures, isWaiting, markFailed, recordResult, type Result, results } from "./queries.ts";
import { readContents } from "./stored-event.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { providerNames } from "#domain/site/selling/payment-provider.ts";

const EventId = z.string().min(1).max(255);

/** A payment provider event in the admin area. */
export const StaffEvent = z.object({
  provider: z.enum(providerNames),
  messageId: z.string(),
  type: z.string(),
  result: z.enum(results),
  error: z.enum(failures).nullable(),
  orderId: Id("order").nullable(),
  orderNumber: z.string().nullable(),
  receivedAt: Instant,
  processedAt: Instant.nullable(),
  /** True if it can be applied: its contents are stored. */
  isWaiting: z.boolean(),
});
export type StaffEvent = z.output<typeof StaffEvent>;

/** Events by their result. `all`: also applied ones. */
export const eventFilters = ["failed", "unknown", "all"] as const;

const Position = z.tuple([z.iso.datetime(), z.enum(providerNames), EventId.regex(/^[^\0]+$/)]);

export const listProviderEvents = operation({
  name: "listProviderEvents",
  summary: "List payment provider events",
  description: "Newest first.",
  reads: byStaffInPerson,
  input: z.object({
    filter: z.enum(eventFilters),
    limit: z.number().int().min(1).max(100),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({ events: z.array(StaffEvent), nextCursor: z.string().nullable() }),
  async run({ db, site }, { filter, limit, cursor }) {
    const list = { kind: "providerEvents", filter };
    const narrowed = {
      failed: sql`events.result = 'failed'`,
      unknown: sql`events.result = 'unknown'`,
      all: sql`true`,
    }[filter];
    const beyond = cursor === undefined ? sql`true` : after(positionIn(cursor, list));
    const eventsAndNext = await db.many<StaffEvent>`
      select events.provider, events.message_id, events.type, events.result, events.error, events.order_id,
             orders.number as order_number, events.received_at, events.processed_at,
             events.event is not null as is_waiting
        from provider_events as events
        left join orders on orders.site_id = events.site_id and orders.id = events.order_id
       where events.site_id = ${site.id} and ${narrowed} and ${beyond}
       order by events.received_at desc, events.provider desc, events.message_id desc limit ${limit + 1} ${inIndexOrder}`;
    const events = eventsAndNext.slice(0, limit);
    const last = events.at(-1);
    if (!last || eventsAndNext.length <= limit) return { events, nextCursor: null };
    const value = JSON.stringify([last.receivedAt.toISOString(), last.provider, last.messageId]);
    // Events have no UUID of their own.
    return { events, nextCursor: encodeCursor({ value, id: site.id }, list) };
  },
});

const after = ([receivedAt, provider, messageId]: z.output<typeof Position>) =>
  sql`(events.received_at, events.provider, events.message_id) < (${receivedAt}::timestamptz, ${provider}, ${messageId})`;

function positionIn(cursor: string, list: object): z.output<typeof Position> {
  const { value } = decodeCursor(cursor, list);
  try {
    return Position.parse(JSON.parse(String(value)));
  } catch {
    throw comesFromNoList();
  }
}

const maxEventsPerRequest = 20;

const Key = z.object({ provider: z.enum(providerNames), messageId: EventId });

/**
 * Applies a waiting event and the others with its reference, in the order of their arrival. Stops at the first event
 * that fails, which stays in the list with its error. `error`: its cause. Throws `not_found`.
 */
export async function replayEvents(
  context: RequestContext,
  input: { provider: string; messageId: string },
): Promise<{ applied: number; error?: unknown }> {
  authorize(context.caller, byStaffInPerson);
  const key = Key.safeParse(input);
  if (!key.success) throw unknownEvent();
  const { provider } = key.data;
  let applied = 0;
  for (const messageId of await waitingWith(context, key.data)) {
    try {
      const { result } = await perform(applyProviderEvent, context, { provider, messageId });
      if (!isWaiting(result)) applied += 1;
    } catch (error) {
      await context.db.transaction((db) => markFailed({ ...context, db }, { provider, messageId }, error));
      return { applied, error };
    }
  }
  return { applied };
}

const unknownEvent = () => new Problem("not_found", "This site has no such payment provider event.");

/** Returns the IDs of the waiting events with the same reference, oldest first. */
async function waitingWith(context: Context, key: z.output<typeof Key>): Promise<string[]> {
  const { db, site } = context;
  const { provider, messageId } = key;
  const requested = await findEvent(context, key);
  if (!requested) throw unknownEvent();
  if (!isWaiting(requested.result) || requested.event === null) return [];
  if (requested.reference === null) return [messageId];
  const found = await db.many<{ messageId: string }>`
    select message_id from provider_events
     where site_id = ${site.id} and provider = ${provider} and reference = ${requested.reference} and event is not null
     order by received_at, message_id limit ${maxEventsPerRequest} ${inIndexOrder}`;
  const ids = found.map((other) => other.messageId);
  return ids.includes(messageId) ? ids : [...ids, messageId];
}

interface StoredEventRow {
  type: string;
  result: Result;
  event: unknown;
  reference: string | null;
}

const findEvent = ({ db, site }: Context, { provider, messageId }: z.output<typeof Key>, lock = sql``) =>
  db.first<StoredEventRow>`
    select type, result, event, reference from provider_events
     where site_id = ${site.id} and provider = ${provider} and message_id = ${messageId} ${lock}`;

const applyProviderEvent = operation({
  name: "applyProviderEvent",
  summary: "Apply a payment provider event",
  writes: byStaffInPerson,
  input: Key,
  output: Key.extend({ result: z.enum(results) }),
  async run(context, key) {
    const { provider, messageId } = key;
    const stored = await findEvent(context, key, sql`for no key update`);
    if (!stored) throw unknownEvent();
    const { type, result, event } = stored;
    // Another delivery of it was applied meanwhile, or the member was erased.
    if (!isWaiting(result) || event === null) return unchanged({ ...key, result });
    const waiting = { ...readContents(event), id: messageId, type };
    const system = asSystem(context);
    const applied = await applyEvent(system, provider, waiting);
    await recordResult(context, provider, waiting, applied);
    const output = { ...key, result: applied.result };
    return applied.result === result ? unchanged(output) : output;
  },
  audit: ({ provider, messageId }, { result }) => ({
    resourceType: "provider_event",
    resourceId: messageId,
    details: { provider, result },
  }),
});
