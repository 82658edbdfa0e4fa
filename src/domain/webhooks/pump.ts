import type { Database } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { dueEndpoints } from "./deliveries/due-endpoints.ts";
import type { LeasedDelivery } from "./deliveries/webhook-delivery.ts";
import type { WebhookSystem } from "./webhook-system.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";

interface PumpOptions {
  db: Database;
  clock: () => Date;
  log: JobLog;
  webhooks: WebhookSystem;
  mail: Postbox | undefined;
  /** Signs the addresses of private files in event payloads. */
  storage: Storage | undefined;
}

export interface WebhookPump {
  /** Aborts running attempts and releases their leases. */
  stop(): Promise<void>;
}

const pollIntervalMs = 1000;

/** Maximum concurrent attempts of this process, across all endpoints. */
const maxUnderWay = 250;

/**
 * Delivers webhooks. It does not use the job queue, which runs few jobs at a time: receivers may take ten seconds each
 * and must not wait for one another. Deliveries are claimed in the database with a lease of half a minute, so that
 * those of a killed process are retried.
 */
export function startWebhookPump(options: PumpOptions): WebhookPump {
  const { log } = options;
  /** Attempts by the ID of their delivery. */
  const underWay = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function look(): Promise<void> {
    try {
      await dispatchEverywhere(options);
      for (const { siteId, endpointId } of await dueEndpoints(options.db, options.clock())) {
        if (stopping.signal.aborted || underWay.size >= maxUnderWay) break;
        await begin(siteId, endpointId);
      }
    } catch (err) {
      log.warn({ err }, "could not poll for webhook events");
    }
    if (!stopping.signal.aborted) timer = setTimeout(again, pollIntervalMs);
  }

  async function begin(siteId: string, endpointId: string): Promise<void> {
    const context = await contextOf(options, siteId);
    if (!context) return;
    const { claimDue } = await loadDeliveries();
    for (const leased of await claimDue(context, endpointId, [...underWay.keys()])) {
      const { id } = leased.delivery;
      const attempt = attemptOne(context, siteId, leased).finally(() => underWay.delete(id));
      underWay.set(id, attempt);
    }
  }

  /** Triggers the next delivery of the same endpoint without waiting for the next poll. */
  async function attemptOne(context: RequestContext, siteId: string, leased: LeasedDelivery): Promise<void> {
    try {
      const { deliver } = await loadDeliveries();
      await deliver(context, leased, { clock: options.clock, stopping: stopping.signal });
      if (!stopping.signal.aborted) await begin(siteId, leased.endpointId);
    } catch (err) {
      log.warn({ err, delivery: leased.delivery.id }, "a webhook delivery failed and will be retried");
    }
  }

  function again(): void {
    looking = look();
  }
  again();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

const loadDeliveries = () => import("./deliveries/deliver.ts");

/** Dispatches outbox events at every site that has any. */
async function dispatchEverywhere(options: PumpOptions): Promise<void> {
  const sites = await options.db.many<{ siteId: string }>`
    select distinct site_id from outbox_events where sequence is null limit 500`;
  if (sites.length === 0) return;
  const { dispatchEvents } = await import("./events/dispatch-events.ts");
  for (const { siteId } of sites) {
    const context = await contextOf(options, siteId);
    if (!context) continue;
    while ((await dispatchEvents(context)) > 0);
  }
}

async function contextOf(
  { db, clock, webhooks, mail, storage }: PumpOptions,
  siteId: string,
): Promise<RequestContext | undefined> {
  const site = await findSite(db, siteId);
  const caller = { kind: "system" } as const;
  return site && { db, site, caller, now: clock(), requestId: null, address: null, mail, webhooks, storage };
}
