import type { RequestContext } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import { doRows, type Prepared, prepareRows } from "./do-rows.ts";
import { finishJob, outcomeOf } from "./finish-job.ts";
import type { JobRecord, JobResultRow } from "./job.ts";
import { insertResults, lockJob, updateJob } from "./job-queries.ts";
import { countedAs, type Done, type JobRow, type JobWork, type Outcome } from "./job-work.ts";

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
    await insertResults(inside, id, resultsOf(prepared, outcomes, chunk.first, job.failed), context.now);
    if (chunk.isLast) await finishJob(inside, after, outcomeOf(after));
    return !chunk.isLast;
  });
}

function countsAfter(job: JobRecord, outcomes: readonly Outcome[]) {
  const done = outcomes.filter((outcome): outcome is Done => !(outcome instanceof Problem)).map(countedAs);
  const count = (wanted: ReturnType<typeof countedAs>) => done.filter((counted) => counted === wanted).length;
  return {
    processed: job.processed + outcomes.length,
    created: job.created + count("created"),
    updated: job.updated + count("updated"),
    unchanged: job.unchanged + count("unchanged"),
    failed: job.failed + outcomes.length - done.length,
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

type Told = Pick<JobResultRow, "id" | "rowNumber" | "name" | "error" | "made">;

function resultsOf(
  rows: readonly Prepared[],
  outcomes: readonly Outcome[],
  first: number,
  alreadyFailed: number,
): Told[] {
  let failed = alreadyFailed;
  return outcomes.flatMap((outcome, index): Told[] => {
    if (typeof outcome === "string") return [];
    const told = { id: newId(), rowNumber: first + index, name: rows[index]!.row.name };
    if (!(outcome instanceof Problem)) return [{ ...told, error: null, made: outcome.made }];
    if (failed++ >= mostTold) return [];
    const { code, message: detail, details } = outcome;
    const errors = details.errors && { errors: [...details.errors] };
    return [{ ...told, error: { code, detail, ...errors }, made: null }];
  });
}
