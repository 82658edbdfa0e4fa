import type { RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { insertDeliveries } from "./delivery-queries.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { listEnabledEndpoints, lockEndpoint } from "./endpoint-queries.ts";
import { listUndispatchedEvents, numberEvents, takeNumbers } from "./event-queries.ts";
import { readWhole } from "./read-whole.ts";
import type { WebhookEndpointRecord } from "./webhook-endpoint.ts";
import { requireWebhooks } from "./webhook-system.ts";

/** Hears of an event whose thing could not be read: it is told as it was recorded. */
type Complain = (error: unknown, eventId: string) => void;

/** Events of one transaction. */
const batch = 200;

/**
 * Numbers what happened at a site and has not been looked at, and leaves a delivery for each endpoint that is to be
 * told. Says how many events there were; 0 too where another process is at it.
 */
export async function dispatchEvents(context: RequestContext, complain: Complain = () => {}): Promise<number> {
  const { objects } = requireWebhooks(context);
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await isFirst(inside))) return 0;
    const found = await listUndispatchedEvents(inside, batch);
    if (found.length === 0) return 0;
    const endpoints = await listEnabledEndpoints(inside);
    const wanted = new Set(endpoints.flatMap(({ eventTypes }) => eventTypes));
    const first = await takeNumbers(inside, found.length);
    const numbered = found.map((event, index) => ({ ...event, sequence: first + index }));
    const events = await Promise.all(
      numbered.map(async (event) => {
        if (!wanted.has(event.type)) return event;
        // One that cannot be read must not keep all that come after it.
        return readWhole(context, objects, event).catch((error: unknown) => {
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

/** At each site one process at a time, so that numbers grow in the order in which they can be read. */
async function isFirst({ db, site }: Pick<RequestContext, "site"> & { db: InTransaction }): Promise<boolean> {
  const { taken } = (await db.first<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`lectern events of ${site.id}`}, 0)) as taken`)!;
  return taken;
}

type InTransaction = Parameters<Parameters<RequestContext["db"]["transaction"]>[0]>[0];

/** What an application made ends with what it was allowed. */
async function disableOf(
  inside: Omit<RequestContext, "db"> & { db: InTransaction },
  endpoints: readonly WebhookEndpointRecord[],
  grants: ReadonlySet<string>,
): Promise<void> {
  for (const { id, grantId } of endpoints) {
    if (grantId === null || !grants.has(grantId)) continue;
    const held = await lockEndpoint(inside, id);
    if (held?.status === "enabled" && held.grantId === grantId) await disableEndpoint(inside, held, "grant_ended");
  }
}
