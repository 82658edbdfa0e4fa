import type { RequestContext } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import { doRows, type Prepared, prepareRows } from "./do-rows.ts";
import { finishJob, outcomeOf } from "./finish-job.ts";
import type { JobRecord, JobResultRow } from "./job.ts";
import { insertResults, lockJob, updateJob } from "./job-queries.ts";
import type { JobRow, JobWork, Outcome } from "./job-work.ts";

interface Chunk {
  work: JobWork;
  rows: readonly JobRow[];
  /** The number of its first row, from 1. */
  first: number;
  isLast: boolean;
  total: number | null;
}

/** At most so many rows that failed are told of: whoever has more has one thing wrong. */
const mostTold = 10_000;

/** Does some rows and counts them, in one transaction. False where the job is not to go on. */
export async function runChunk(context: RequestContext, { id, attempt }: JobRecord, chunk: Chunk): Promise<boolean> {
  const prepared = await prepareRows(context, chunk.rows);
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const job = await lockJob(inside, id);
    // Somebody else took it: this process was thought dead.
    if (!job || job.attempt !== attempt || job.status !== "running") return false;
    if (job.cancelRequestedAt) {
      await finishJob(inside, job, "canceled");
      return false;
    }
    const outcomes = await doRows(inside, chunk.work, prepared);
    const after = {
      ...job,
      ...countsAfter(job, outcomes),
      total: chunk.isLast ? job.processed + outcomes.length : chunk.total,
    };
    await updateJob(inside, id, countsOf(after), context.now);
    await insertResults(inside, id, failuresAmong(prepared, outcomes, chunk.first, job.failed), context.now);
    if (chunk.isLast) await finishJob(inside, after, outcomeOf(after));
    return !chunk.isLast;
  });
}

function countsAfter(job: JobRecord, outcomes: readonly Outcome[]) {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return {
    processed: job.processed + outcomes.length,
    created: job.created + count("created"),
    updated: job.updated + count("updated"),
    unchanged: job.unchanged + count("unchanged"),
    failed: job.failed + outcomes.filter((outcome) => outcome instanceof Problem).length,
  };
}

const countsOf = ({ total, processed, created, updated, unchanged, failed }: JobRecord) => ({
  total,
  processed,
  created,
  updated,
  unchanged,
  failed,
});

function failuresAmong(
  rows: readonly Prepared[],
  outcomes: readonly Outcome[],
  first: number,
  already: number,
): Pick<JobResultRow, "id" | "rowNumber" | "name" | "error">[] {
  const failures = outcomes.flatMap((outcome, index) => {
    if (!(outcome instanceof Problem)) return [];
    const { code, message: detail, details } = outcome;
    const errors = details.errors && { errors: [...details.errors] };
    return [{ id: newId(), rowNumber: first + index, name: rows[index]!.row.name, error: { code, detail, ...errors } }];
  });
  return failures.slice(0, Math.max(0, mostTold - already));
}
