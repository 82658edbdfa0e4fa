import type { Database } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Storage } from "#domain/content/files/storage.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import { findSite } from "#domain/site/sites/queries.ts";
import { deliver, type LeasedDelivery, claimDue } from "#domain/engagement/webhooks/deliver.ts";
import { dispatchEvents } from "#domain/engagement/webhooks/dispatch-events.ts";
import type { WebhookSystem } from "#domain/engagement/webhooks/webhook-system.ts";
import type { JobLog } from "./job-log.ts";

interface PumpOptions {
  db: Database;
  clock: () => Date;
  log: JobLog;
  webhooks: WebhookSystem;
  mail: Postbox | undefined;
  /** Signs the addresses of what private files a thing shows. */
  storage: Storage | undefined;
}

export interface WebhookPump {
  /** Breaks off the attempts that are under way, and gives them back. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at what happened. */
const pause = 1000;

/** Attempts of this process at the same time, whoever they go to. */
const mostUnderWay = 250;

/**
 * Tells endpoints of what happened. It is no job of the queue, which does a few things at a time: receivers may take
 * ten seconds each, and none is to wait for another. What is to be done is in the database, and whoever takes it in
 * hand loses it after half a minute, so that a process that is killed leaves nothing undone.
 */
export function startWebhookPump(options: PumpOptions): WebhookPump {
  const { log } = options;
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function look(): Promise<void> {
    try {
      await dispatchEverywhere(options);
      for (const { siteId, endpointId } of await dueEndpoints(options)) {
        if (stopping.signal.aborted || underWay.size >= mostUnderWay) break;
        await begin(siteId, endpointId);
      }
    } catch (err) {
      log.warn({ err }, "webhooks could not be looked at");
    }
    if (!stopping.signal.aborted) timer = setTimeout(again, pause);
  }

  async function begin(siteId: string, endpointId: string): Promise<void> {
    const context = await contextOf(options, siteId);
    for (const held of context ? await claimDue(context, endpointId) : []) {
      const attempt = attemptOne(context!, siteId, held).finally(() => underWay.delete(attempt));
      underWay.add(attempt);
    }
  }

  /** What comes after it at the same endpoint does not wait for the next look. */
  async function attemptOne(context: RequestContext, siteId: string, held: LeasedDelivery): Promise<void> {
    try {
      await deliver(context, held, { clock: options.clock, stopping: stopping.signal });
      if (!stopping.signal.aborted) await begin(siteId, held.endpointId);
    } catch (err) {
      log.warn({ err, delivery: held.delivery.id }, "a webhook could not be delivered, and will be tried again");
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
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Looks at what happened, at every site where something did. */
async function dispatchEverywhere(options: PumpOptions): Promise<void> {
  const sites = await options.db.many<{ siteId: string }>`
    select distinct site_id from outbox_events where sequence is null limit 500`;
  for (const { siteId } of sites) {
    const context = await contextOf(options, siteId);
    if (!context) continue;
    const complain = (err: unknown, event: string) =>
      options.log.error({ err, event }, "the thing of an event could not be read: it is told as it was recorded");
    while ((await dispatchEvents(context, complain)) > 0);
  }
}

/** Those that accepted what they were sent last come first. */
const dueEndpoints = ({ db, clock }: PumpOptions) => {
  const now = clock();
  return db.many<{ siteId: string; endpointId: string }>`
    select endpoints.site_id, endpoints.id as endpoint_id from webhook_endpoints endpoints
     where endpoints.status = 'enabled' and endpoints.deleted_at is null
       and exists (select 1 from webhook_deliveries due
                    where due.site_id = endpoints.site_id and due.endpoint_id = endpoints.id
                      and due.next_attempt_at <= ${now} and (due.claimed_until is null or due.claimed_until <= ${now}))
     order by endpoints.failure_streak, endpoints.site_id, endpoints.id limit 1000`;
};

async function contextOf(
  { db, clock, webhooks, mail, storage }: PumpOptions,
  siteId: string,
): Promise<RequestContext | undefined> {
  const site = await findSite(db, siteId);
  const caller = { kind: "system" } as const;
  return site && { db, site, caller, now: clock(), requestId: null, address: null, mail, webhooks, storage };
}
