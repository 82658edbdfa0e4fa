import type { Database } from "#database/database.ts";
import { schedule } from "#domain/background/runner.ts";
import { jobs } from "#telemetry/metrics/catalog.ts";

type Db = Pick<Database, "many">;

/** Rows that a scrape reads: a queue of millions of emails must not slow it down. */
const maxRows = 20_000;

/** Reads the queue. The returned function sets its gauges. */
export async function readQueue(db: Db): Promise<() => void> {
  const counts = await db.many<{ task: string; state: string; count: number; age: number }>`
    select tasks.identifier as task, counted.state, count(*) as count,
           greatest(extract(epoch from now() - min(counted.run_at)), 0)::float8 as age
      from (select task_id, run_at,
                   case when locked_at is not null then 'running'
                        when attempts >= max_attempts then 'failed'
                        when run_at > now() then 'scheduled'
                        else 'ready' end as state
              from graphile_worker._private_jobs
             limit ${maxRows}) counted
      join graphile_worker._private_tasks tasks on tasks.id = counted.task_id
     group by tasks.identifier, counted.state`;
  return () => {
    for (const { task, state, count, age } of counts) {
      jobs.queued.set({ task, state }, count);
      if (state === "ready") jobs.oldest.set({ task }, age);
    }
  };
}

/** Reads when the tasks of the schedule were queued last. The returned function sets their lag. */
export async function readSchedule(db: Db): Promise<() => void> {
  const found = await db.many<{ task: string; age: number }>`
    select identifier as task, extract(epoch from now() - last_execution)::float8 as age
      from graphile_worker._private_known_crontabs
     where last_execution is not null`;
  const ages = new Map(found.map(({ task, age }) => [task, age]));
  return () => {
    for (const { task, every } of schedule) {
      const age = ages.get(task);
      // The recorded time is the start of an interval; the next one is due when it ends.
      if (age !== undefined) jobs.scheduleLag.set({ task }, Math.max(0, age - every * 60));
    }
  };
}
