import type { Queries } from "#database/database.ts";

/** Every kind of job that is added by what happens, not by the clock. */
export type TaskName = "send_mail" | "run_job" | "tell_notice" | "index_old_rows";

/**
 * For a transaction: the job is there with its cause, or not at all. The payload stands in the open in the database and
 * in the log of a failure: what is secret in it is sealed.
 */
export async function addJob(
  db: Queries,
  task: TaskName,
  payload: object,
  maxAttempts: number,
  /** Jobs of one queue run one after the other. `delay`: seconds until it is begun. */
  { queue = null, delay = 0 }: { queue?: string | null; delay?: number } = {},
): Promise<void> {
  await db.run`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, queue_name => ${queue}::text,
                                   run_at => now() + make_interval(secs => ${delay}), max_attempts => ${maxAttempts})`;
}
