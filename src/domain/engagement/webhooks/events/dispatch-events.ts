import type { RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { insertDeliveries } from "../deliveries/queries.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { listEnabledEndpoints, lockEndpoint } from "../endpoints/queries.ts";
import { listUndispatchedEvents, numberEvents, takeNumbers } from "./queries.ts";
import { loadResource } from "./load-resource.ts";
import type { WebhookEndpointRecord } from "../endpoints/webhook-endpoint.ts";
import { requireWebhooks } from "../webhook-system.ts";

/** Reports an event whose resource could not be read. The event is then sent as recorded. */
type Complain = (error: unknown, eventId: string) => void;

/** Events per transaction. */
const batch = 200;

/**
 * Dispatches a site's new events from the outbox: assigns sequence numbers and inserts a delivery per subscribed
 * endpoint. Returns the number of events; 0 also if another process is dispatching.
 */
export async function dispatchEvents(context: RequestContext, complain: Complain = () => {}): Promise<number> {
  const { objects } = requireWebhooks(context);
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await isFirst(inside))) return 0;
    const found = await listUndispatchedEvents(inside, batch);
    if (found.length === 0) return 0;
    const endpoints = await listEnabledEndpoints(inside);
    const subscribedTypes = new Set(endpoints.flatMap(({ eventTypes }) => eventTypes));
    const first = await takeNumbers(inside, found.length);
    const numbered = found.map((event, index) => ({ ...event, sequence: first + index }));
    const events = await Promise.all(
      numbered.map(async (event) => {
        if (!subscribedTypes.has(event.type)) return event;
        // One unreadable resource must not block later events.
        return loadResource(context, objects, event).catch((error: unknown) => {
          complain(error, event.id);
          return event;
        });
      }),
    );
    await numberEvents(inside, events);
    const deliveries = events.flatMap(({ id, type }) =>
      endpoints
        .filter(({ eventTypes }) => eventTypes.includes(type))
        .map((endpoint) => ({ endpointId: endpoint.id, eventId: id, eventType: type })),
    );
    await insertDeliveries(inside, deliveries, context.now);
    const ended = events.flatMap(({ type, objectId }) =>
      type === "oauth_client.revoked" ? (parseId("grant", objectId) ?? []) : [],
    );
    await disableOf(inside, endpoints, new Set(ended));
    return events.length;
  });
}

/** Advisory lock: one dispatcher per site, so that sequence numbers increase in the order of visibility. */
async function isFirst({ db, site }: Pick<RequestContext, "site"> & { db: InTransaction }): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`lectern events of ${site.id}`}, 0)) as taken`;
  return taken;
}

type InTransaction = Parameters<Parameters<RequestContext["db"]["transaction"]>[0]>[0];

/** Disables endpoints of applications whose grant ended. */
async function disableOf(
  inside: Omit<RequestContext, "db"> & { db: InTransaction },
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
