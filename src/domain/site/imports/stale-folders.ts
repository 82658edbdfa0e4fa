import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "#database/database.ts";
import { openJobLock } from "#domain/platform/jobs/open-job-lock.ts";
import { sourceFolderPattern } from "./source-folder.ts";

/**
 * Removes what killed processes have left of the sources of their jobs. A folder belongs to the job in its name: one that
 * is in nobody's hands needs it no more, and one that this database does not know may be another installation's.
 */
export async function removeStaleFolders(db: Database): Promise<number> {
  let removed = 0;
  for (const name of await readdir(tmpdir())) {
    const [, siteId, jobId] = sourceFolderPattern.exec(name) ?? [];
    if (siteId === undefined || jobId === undefined) continue;
    const known = await db.first`select id from jobs where site_id = ${siteId} and id = ${jobId}`;
    if (!known) continue;
    await using line = await openJobLock(db, jobId);
    if (!line) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true });
    removed++;
  }
  return removed;
}
