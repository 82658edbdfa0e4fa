import type { RequestContext } from "#domain/platform/context.ts";
import { finishJob } from "./finish-job.ts";
import type { JobRecord } from "./job.ts";
import { lockJob, updateJob } from "./job-queries.ts";
import type { JobPiece } from "./job-work.ts";

/** Keeps what was made and counts it, in one transaction. False where the job is not to go on. */
export const runPiece = (
  context: RequestContext,
  { id, attempt }: JobRecord,
  total: number | null,
  piece: JobPiece,
): Promise<boolean> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const job = await lockJob(inside, id);
    // Somebody else took it: this process was thought dead.
    if (!job || job.attempt !== attempt || job.status !== "running") return false;
    if (job.cancelRequestedAt) {
      await finishJob(inside, job, "canceled");
      return false;
    }
    await piece.keep?.(inside);
    const processed = job.processed + piece.rows;
    const after = {
      processed,
      // Rows may have come and gone since they were counted.
      total: piece.isLast ? processed : total === null ? null : Math.max(total, processed),
      ...countsAfter(job, processed, piece),
    };
    await updateJob(inside, id, after, context.now);
    if (piece.isLast) await finishJob(inside, { ...job, ...after }, "succeeded");
    return !piece.isLast;
  });

/** What was made by a run before this one is among what this one finds. */
function countsAfter(job: JobRecord, processed: number, { created }: JobPiece) {
  if (created === undefined) return {};
  const all = job.created + created;
  return { created: all, unchanged: Math.max(processed - all, 0) };
}
