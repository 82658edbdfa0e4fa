import type { Context, SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

/** Repeats the call for days, so that an outage does not leave a canceled subscription charged. */
const maxAttempts = 20;

/** Queues the call that reports the state of an agreement to the provider. */
export const queueChanges = ({ db, site }: SiteScope, agreementId: string): Promise<void> =>
  addJob(db, "send_agreement", { siteId: site.id, agreementId }, maxAttempts);

const day = 86_400_000;

/** Queues the calls again that have failed for days, for example while a key of the provider was wrong. */
export async function queueUnsentAgreements(context: SiteScope & Pick<Context, "now">): Promise<void> {
  const { db, site, now } = context;
  const before = new Date(now.getTime() - 4 * day);
  const unsent = await db.write.many<{ id: string }>`
    update billing_agreements set updated_at = ${now}
     where site_id = ${site.id} and id in (
       select id from billing_agreements
        where site_id = ${site.id} and unsent and updated_at < ${before} order by updated_at, id limit 100)
    returning id`;
  for (const { id } of unsent) await queueChanges(context, id);
}
