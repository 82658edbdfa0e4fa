import type { Database } from "#database/database.ts";

/**
 * Makes waiting jobs due and ends the time in which no other process may take over a job. Their times come from a clock
 * that has been reset, so they would wait for as long as it was ahead. Retries are merely earlier than planned.
 */
export async function pullInJobs(db: Database): Promise<void> {
  await db.run`update graphile_worker._private_jobs set run_at = now() where run_at > now()`;
  await db.run`update graphile_worker._private_jobs set locked_at = now() where locked_at > now()`;
  await db.run`update graphile_worker._private_job_queues set locked_at = now() where locked_at > now()`;
}
