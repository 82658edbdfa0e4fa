import { database } from "../databases/database.ts";
import type { ASite } from "../world.ts";

/** Returns the payloads of the jobs of a task that wait for a site, the oldest first. */
export async function queuedJobs(task: string, { site }: Pick<ASite, "site">): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = $1 and payload ->> 'siteId' = $2
      order by jobs.id`,
    [task, site.id],
  );
  return rows.map(({ payload }) => payload);
}
