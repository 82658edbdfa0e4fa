import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "#database/database.ts";
import { openJobLock } from "#domain/platform/queue/open-job-lock.ts";
import { sourceFolderPattern } from "./source-folder.ts";

/**
 * Removes import folders of killed processes. A folder belongs to the job in its name. It is removed if no process
 * runs that job; folders of unknown jobs may belong to another installation and stay.
 */
export async function removeStaleFolders(db: Database): Promise<number> {
  let removed = 0;
  for (const name of await readdir(tmpdir())) {
    const [, siteId, jobId] = sourceFolderPattern.exec(name) ?? [];
    if (siteId === undefined || jobId === undefined) continue;
    const job = await db.first`select id from jobs where site_id = ${siteId} and id = ${jobId}`;
    if (!job) continue;
    await using line = await openJobLock(db, jobId);
    if (!line) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true });
    removed++;
  }
  return removed;
}
