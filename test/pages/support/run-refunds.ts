import { applyWaitingEvents } from "#domain/sales/payments/jobs/apply-waiting-events.ts";
import { reconcileSite } from "#domain/sales/payments/jobs/reconcile-site.ts";
import { refundPayment } from "#domain/sales/payments/jobs/refund-payment.ts";
import { sendAgreement } from "#domain/sales/billing/jobs/send-agreement.ts";
import { database } from "../../support/databases/database.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { now } from "../../support/clock.ts";
import { type ASite, payments, postbox } from "../../support/world.ts";

const given = () => ({ payments, mail: postbox, now: now() });

/** Runs the queued refunds of a site, as the job queue does. */
export async function runRefunds(site: ASite): Promise<number> {
  const payloads = await queuedJobs("refund_payment", site);
  for (const payload of payloads) await refundPayment(database, payload, given());
  return payloads.length;
}

/** Applies the events that have waited for their payment. */
export async function runWaitingEvents(site: ASite): Promise<void> {
  for (const payload of await queuedJobs("apply_waiting_events", site)) {
    await applyWaitingEvents(database, payload, given());
  }
}

/** Runs the comparison of payments that staff has asked for. */
export async function runReconciliation(site: ASite): Promise<number> {
  const payloads = await queuedJobs("reconcile_site", site);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  for (const payload of payloads) await reconcileSite(database, payload, given(), log);
  return payloads.length;
}

/** Runs the queued changes of subscriptions at providers. */
export async function runAgreementChanges(site: ASite): Promise<void> {
  for (const payload of await queuedJobs("send_agreement", site)) await sendAgreement(database, payload, given());
}

/** Removes the queued jobs of a task, as if their attempts were used up. */
async function drop(task: string, { site }: ASite): Promise<void> {
  await database.pool.query(
    `delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
      where tasks.id = jobs.task_id and tasks.identifier = $1 and payload ->> 'siteId' = $2`,
    [task, site.id],
  );
}

export const dropAgreementChanges = (site: ASite) => drop("send_agreement", site);

export const dropRefunds = (site: ASite) => drop("refund_payment", site);
