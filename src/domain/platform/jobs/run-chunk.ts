import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { zip } from "#lib/zip/zip.ts";
import { importRows, type Prepared, prepareRows, warningsOf } from "./import-rows.ts";
import { finishJob, outcomeOf } from "./finish-job.ts";
import type { JobRecord, JobResultRow, Warning } from "./job.ts";
import { insertResults, lockJob, updateJob } from "./job-queries.ts";
import { countedAs, type JobRow, type JobWork, type Outcome } from "./job-work.ts";

interface Chunk {
  work: JobWork;
  rows: readonly JobRow[];
  /** 1-based number of the first row. */
  first: number;
  isLast: boolean;
  total: number | null;
}

/** Maximum number of reported rows. More failures than this have a common cause. */
const maxReportedRows = 10_000;

/** Runs and counts a chunk of rows in one transaction. Returns false if the job must stop. */
export async function runChunk(context: RequestContext, { id, attempt }: JobRecord, chunk: Chunk): Promise<boolean> {
  const prepared = await prepareRows(context, chunk.rows);
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const job = await lockJob(inside, id);
    // Another process has claimed the job, because this process seemed dead.
    if (!job || job.attempt !== attempt || job.status !== "running") return false;
    if (job.cancelRequestedAt) {
      await finishJob(inside, job, "canceled");
      return false;
    }
    const results = resultsOf(prepared, await importRows(inside, chunk.work, prepared));
    const after = {
      ...job,
      ...countsAfter(job, results),
      total: chunk.isLast ? job.processed + results.length : chunk.total,
    };
    await updateJob(inside, id, countsOf(after), context.now);
    await insertResults(inside, id, resultRows(results, chunk.first, job.failed + job.warned), context.now);
    if (chunk.isLast) await finishJob(inside, after, outcomeOf(after));
    return !chunk.isLast;
  });
}

/** A row with its outcome and warnings. */
interface Result {
  name: string;
  outcome: Outcome;
  warnings: readonly Warning[];
}

const resultsOf = (rows: readonly Prepared[], outcomes: readonly Outcome[]): Result[] =>
  zip(rows, outcomes).map(([{ row }, outcome]) => ({ name: row.name, outcome, warnings: warningsOf(row, outcome) }));

function countsAfter(job: JobRecord, results: readonly Result[]) {
  const done = results.flatMap(({ outcome }) => (outcome instanceof Problem ? [] : [countedAs(outcome)]));
  const count = (outcome: ReturnType<typeof countedAs>) => done.filter((counted) => counted === outcome).length;
  return {
    processed: job.processed + results.length,
    created: job.created + count("created"),
    updated: job.updated + count("updated"),
    unchanged: job.unchanged + count("unchanged"),
    failed: job.failed + results.length - done.length,
    warned: job.warned + results.filter(({ warnings }) => warnings.length > 0).length,
  };
}

const countsOf = ({ total, processed, created, updated, unchanged, failed, warned }: JobRecord) => ({
  total,
  processed,
  created,
  updated,
  unchanged,
  failed,
  warned,
});

type NewResult = Omit<JobResultRow, "jobId" | "createdAt">;

/**
 * Builds the stored results: all created resources that are listed one by one, and failed or incomplete rows up to the
 * maximum.
 */
function resultRows(results: readonly Result[], first: number, already: number): NewResult[] {
  let reported = already;
  return results.flatMap(({ name, outcome, warnings }, index): NewResult[] => {
    const row = { id: newId(), rowNumber: first + index, name, error: null, warnings: null, made: null };
    if (!(outcome instanceof Problem) && typeof outcome !== "string") return [{ ...row, made: outcome.made }];
    if ((!(outcome instanceof Problem) && warnings.length === 0) || reported++ >= maxReportedRows) return [];
    if (!(outcome instanceof Problem)) return [{ ...row, warnings: [...warnings] }];
    const { code, message: detail, details } = outcome;
    const errors = details.errors && { errors: [...details.errors] };
    return [{ ...row, error: { code, detail, ...errors } }];
  });
}
