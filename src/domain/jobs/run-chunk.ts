import type { Context, RequestContext } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { orConflict } from "#domain/or-conflict.ts";
import { Problem } from "#domain/problem.ts";
import { finishJob, outcomeOf } from "./finish-job.ts";
import type { JobRecord, JobResultRow } from "./job.ts";
import { insertResults, lockJob, updateJob } from "./job-queries.ts";
import type { JobRow } from "./job-work.ts";

interface Chunk {
  rows: readonly JobRow[];
  /** The number of its first row, from 1. */
  first: number;
  isLast: boolean;
  total: number | null;
}

type Outcome = "created" | "updated" | "unchanged" | Problem;

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
    const outcomes = await (job.dryRun ? rehearsed(inside, prepared) : runRows(inside, prepared));
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

type Prepared = { row: JobRow; problem?: Problem };

async function prepareRows(context: RequestContext, rows: readonly JobRow[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const row of rows) {
    try {
      await row.prepare?.(context);
      prepared.push({ row });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      prepared.push({ row, problem: error });
    }
  }
  return prepared;
}

async function runRows(context: Context, rows: readonly Prepared[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { row, problem } of rows) {
    outcomes.push(problem ?? (await attempt(context, row)));
  }
  return outcomes;
}

async function attempt(context: Context, row: JobRow): Promise<Outcome> {
  try {
    return await context.db.attempt((db) => orConflict(row.run({ ...context, db })));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Carries what would have been done out of the savepoint that it ends. */
class Rehearsed extends Error {
  readonly outcomes: Outcome[];

  constructor(outcomes: Outcome[]) {
    super("rehearsed");
    this.outcomes = outcomes;
  }
}

async function rehearsed(context: Context, rows: readonly Prepared[]): Promise<Outcome[]> {
  try {
    return await context.db.attempt(async (db): Promise<never> => {
      throw new Rehearsed(await runRows({ ...context, db, dryRun: true }, rows));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcomes;
    throw error;
  }
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
