import type { Context, RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { insertDeliveries } from "../deliveries/queries.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { listEnabledEndpoints, lockEndpoint } from "../endpoints/queries.ts";
import { listUndispatchedEvents, numberEvents, takeNumbers, listEvents, storeState } from "./queries.ts";
import type { WebhookEndpointRecord } from "../endpoints/webhook-endpoint.ts";
import { fitEvent } from "#domain/platform/outbox/fit-event.ts";
import { withStates } from "#domain/platform/outbox/states-of-objects.ts";

const eventsPerTransaction = 200;

/**
 * Dispatches a site's new events from the outbox: assigns sequence numbers and inserts a delivery per subscribed
 * endpoint. Returns the number of events; 0 also if another process is dispatching.
 */
export const dispatchEvents = (context: RequestContext): Promise<number> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const { taken } = await db.one<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${lockOf(context)}, 0)) as taken`;
    return taken ? dispatchBatch(inside) : 0;
  });

/**
 * Dispatches all events so far to the endpoints as they are, before one of them is added, enabled or subscribed to
 * other types: it receives only what happens afterwards. Waits for a running dispatch. Requires a transaction, before
 * it locks an endpoint.
 */
export async function dispatchEarlierEvents(context: Context): Promise<void> {
  await context.db.run`select pg_advisory_xact_lock(hashtextextended(${lockOf(context)}, 0))`;
  while ((await dispatchBatch(context)) > 0);
}

/** Advisory lock: one dispatcher per site, so that sequence numbers increase in the order of visibility. */
const lockOf = ({ site }: Pick<Context, "site">): string => `lectern events of ${site.id}`;

async function dispatchBatch(inside: Context): Promise<number> {
  const events = await listUndispatchedEvents(inside, eventsPerTransaction);
  if (events.length === 0) return 0;
  // Read after the events: an endpoint that was committed before one of them is among them.
  const endpoints = await listEnabledEndpoints(inside);
  const first = await takeNumbers(inside, events.length);
  await addMissingStates(
    inside,
    events.filter(({ isWhole }) => !isWhole).map(({ id }) => id),
  );
  await numberEvents(
    inside,
    events.map(({ id }) => id),
    first,
  );
  const deliveries = events.flatMap(({ id, type }) =>
    endpoints
      .filter(({ eventTypes }) => eventTypes.includes(type))
      .map((endpoint) => ({ endpointId: endpoint.id, eventId: id, eventType: type })),
  );
  await insertDeliveries(inside, deliveries, inside.now);
  const ended = events.flatMap(({ type, objectId }) =>
    type === "oauth_client.revoked" ? (parseId("grant", objectId) ?? []) : [],
  );
  await disableOf(inside, endpoints, new Set(ended));
  return events.length;
}

/** Disables endpoints of applications whose grant ended. */
async function disableOf(
  inside: Context,
  endpoints: readonly WebhookEndpointRecord[],
  grants: ReadonlySet<string>,
): Promise<void> {
  for (const { id, grantId } of endpoints) {
    if (grantId === null || !grants.has(grantId)) continue;
    const existing = await lockEndpoint(inside, id);
    if (existing?.status === "enabled" && existing.grantId === grantId)
      await disableEndpoint(inside, existing, "grant_ended");
  }
}

/**
 * Adds the current states of their objects to events of the previous release, which did not store them. One that
 * cannot be read must not block later events, and stays as recorded.
 */
async function addMissingStates(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const event of await listEvents(context, ids)) {
    await context.db
      .attempt(async (db) => {
        const inside = { ...context, db };
        const [whole] = await withStates(inside, [event]);
        if (whole) await storeState(inside, { ...event, data: (await fitEvent(whole)).data });
      })
      .catch(() => {});
  }
}
