import type { RequestContext } from "#domain/platform/context.ts";
import { finishJob, outcomeOf } from "./finish-job.ts";
import type { JobRecord } from "./job.ts";
import { insertResults, lockJob, updateJob } from "./job-queries.ts";
import type { JobPiece } from "./job-work.ts";

/** Stores and counts a piece in one transaction. Returns false if the job must stop. */
export const runPiece = (
  context: RequestContext,
  { id, attempt }: JobRecord,
  total: number | null,
  piece: JobPiece,
): Promise<boolean> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const job = await lockJob(inside, id);
    // Another process has claimed the job, because this process seemed dead.
    if (!job || job.attempt !== attempt || job.status !== "running") return false;
    if (job.cancelRequestedAt) {
      await finishJob(inside, job, "canceled");
      return false;
    }
    await piece.keep?.(inside);
    const processed = job.processed + piece.rows;
    const after = {
      processed,
      // Rows may have been added or deleted since they were counted.
      total: piece.isLast ? processed : total === null ? null : Math.max(total, processed),
      ...countsAfter(job, processed, piece),
    };
    await updateJob(inside, id, after, context.now);
    await insertResults(inside, id, piece.results ?? [], context.now);
    if (piece.isLast) await finishJob(inside, { ...job, ...after }, outcomeOf({ ...job, ...after }));
    return !piece.isLast;
  });

/** Rows created by an earlier run are found as existing by this one. */
function countsAfter(job: JobRecord, processed: number, { created, failed = 0, results = [] }: JobPiece) {
  if (created === undefined) return {};
  const all = job.created + created;
  const warned = results.filter(({ warnings }) => warnings !== null).length;
  return { created: all, failed, warned, unchanged: Math.max(processed - all - failed, 0) };
}
