import { runJob } from "#domain/background/run-job.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { storage } from "../worlds/storage.ts";

/** Runs the pending jobs of one site, so that other tests are unaffected. */
export async function runJobsOf(
  { id }: Pick<Site, "id">,
  { stopping = new AbortController().signal, mail }: { stopping?: AbortSignal; mail?: Postbox } = {},
): Promise<void> {
  const waiting = await database.pool.query<{ id: string }>(
    "select id from jobs where site_id = $1 and status in ('queued', 'running') order by created_at, id",
    [id],
  );
  const log = { info() {}, warn() {}, error() {} };
  for (const job of waiting.rows) {
    const options = { db: database, storage, mail, clock: now, log, stopping, isLast: false };
    await runJob({ siteId: id, jobId: job.id }, options);
  }
}
