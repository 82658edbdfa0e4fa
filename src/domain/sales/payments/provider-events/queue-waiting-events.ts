import type { SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

const maxAttempts = 20;

/** Queues the events that have waited until a payment is known by this ID of its provider. */
export async function queueWaitingEvents({ db, site }: SiteScope, provider: string, reference: string): Promise<void> {
  const isAny = await db.first`
    select 1 as found from provider_events
     where site_id = ${site.id} and provider = ${provider} and reference = ${reference} and event is not null limit 1`;
  if (isAny) await addJob(db, "apply_waiting_events", { siteId: site.id, provider, reference }, maxAttempts);
}
