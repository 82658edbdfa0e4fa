import { refundPayment } from "#domain/platform/schedules/refund-payment.ts";
import { database } from "../../support/database.ts";
import { now } from "../../support/clock.ts";
import { type ASite, payments, postbox } from "../../support/world.ts";

/** Runs the queued refunds of a site, as the job queue does. */
export async function runRefunds({ site }: ASite): Promise<number> {
  const { rows } = await database.pool.query<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'refund_payment' and payload ->> 'siteId' = $1`,
    [site.id],
  );
  for (const { payload } of rows) await refundPayment(database, payload, { payments, mail: postbox, now: now() });
  return rows.length;
}
