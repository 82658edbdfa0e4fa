import type { Database } from "#database/database.ts";

interface WaitingMail {
  attempts: number;
  lastError: string | null;
  payload: string;
}

export const waitingMail = (database: Database): Promise<WaitingMail[]> =>
  database.many<WaitingMail>`
    select attempts, last_error, payload::text as payload
      from graphile_worker._private_jobs
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`;

/** Makes all jobs due, because tests cannot wait for retry delays. */
export const hurryJobs = (database: Database) =>
  database.pool.query("update graphile_worker._private_jobs set run_at = now()");

/** Makes claims this old, because tests cannot wait for locks to expire. */
export const ageClaims = (database: Database, seconds: number) =>
  database.pool.query("update graphile_worker._private_jobs set locked_at = now() - make_interval(secs => $1)", [
    seconds,
  ]);
