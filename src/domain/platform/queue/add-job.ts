import type { Queries } from "#database/database.ts";
import { currentTraceparent } from "#telemetry/tracing/spans.ts";

/** Tasks that are queued by changes, not by the schedule. */
export type TaskName =
  | "send_mail"
  | "refund_payment"
  | "reconcile_site"
  | "apply_waiting_events"
  | "send_agreement"
  | "mark_members"
  | "mark_enrollments"
  | "complete_enrollments"
  | "mark_named_rows"
  | "run_job"
  | "tell_notice"
  | "send_message"
  | "send_push"
  | "enroll_group"
  | "apply_held_grade"
  | "ask_own_merge"
  | "settle_directory_roles"
  | "index_old_rows";

/**
 * Adds a job inside a transaction, so that the job exists only if its cause commits. The payload is stored in plain
 * text and logged on failure: secrets in it must be sealed.
 */
export async function addJob(
  db: Queries,
  task: TaskName,
  payload: object,
  maxAttempts: number,
  /**
   * Jobs of one queue run one after the other. Of the jobs with the same `key`, one waits: later ones replace it until it
   * runs. `delay` is in seconds.
   */
  { queue = null, key = null, delay = 0 }: { queue?: string | null; key?: string | null; delay?: number } = {},
): Promise<void> {
  // Absent without tracing.
  const traced = { ...payload, traceparent: currentTraceparent() };
  await db.run`
    select graphile_worker.add_job(${task}, ${JSON.stringify(traced)}::json, queue_name => ${queue}::text,
                                   run_at => now() + make_interval(secs => ${delay}), max_attempts => ${maxAttempts},
                                   job_key => ${key}::text, job_key_mode => 'preserve_run_at')`;
}

/** Adds one job for each payload, as `addJob` does, with one statement. `queues` are in the order of the payloads. */
export async function addJobs(
  db: Queries,
  task: TaskName,
  payloads: readonly object[],
  maxAttempts: number,
  { delay = 0, queues }: { delay?: number; queues: readonly string[] },
): Promise<void> {
  if (payloads.length === 0) return;
  const traced = payloads.map((payload) => JSON.stringify({ ...payload, traceparent: currentTraceparent() }));
  await db.run`
    select graphile_worker.add_job(${task}, payload::json, queue_name => queue, run_at => now() + make_interval(secs => ${delay}),
                                   max_attempts => ${maxAttempts})
      from unnest(${traced}::text[], ${queues}::text[]) as jobs (payload, queue)`;
}
