import type { Database } from "#database/database.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { sitesToIndexAgain } from "./index-again.ts";
import { sitesToRender } from "./render-old-rows.ts";

/**
 * Queues a job at startup if an update has left rows to index or to render. Two processes that start at the same time
 * may queue two jobs; the second finds no rows.
 */
export async function queueOldRows(db: Database): Promise<void> {
  const old = [...(await sitesToRender(db)), ...(await sitesToIndexAgain(db))];
  if (old.length > 0) await addJob(db, "index_old_rows", {}, 25);
}
