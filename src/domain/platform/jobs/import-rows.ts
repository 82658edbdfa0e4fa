import type { Context, RequestContext } from "#domain/platform/context.ts";
import { mapLockConflict } from "#domain/platform/map-lock-conflict.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/refused-input.ts";
import { toWire } from "#lib/wire/names.ts";
import type { Warning } from "./job.ts";
import type { JobRow, JobWork, Outcome } from "./job-work.ts";

/** A row, and what was wrong with it before its transaction began. */
export type Prepared = { row: JobRow; problem?: Problem };

export async function prepareRows(context: RequestContext, rows: readonly JobRow[]): Promise<Prepared[]> {
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

/** At most so many are told of one row. */
const mostWarnings = 1000;

/** What of a row was left out; nothing is told so of one that was not done. */
export const warningsOf = (row: JobRow, outcome: Outcome): readonly Warning[] =>
  outcome instanceof Problem ? [] : (row.warnings?.() ?? []).slice(0, mostWarnings);

type Doing = Pick<JobWork, "runBatch" | "pointsAtSource">;

/**
 * Does rows inside a transaction; a row that fails is taken back alone. With `dryRun` all of it is taken back. What is
 * wrong with a row points at fields by their names on the wire.
 */
export async function importRows(context: Context, work: Doing, rows: readonly Prepared[]): Promise<Outcome[]> {
  const outcomes = await (context.dryRun ? dryRunResult(context, work, rows) : done(context, work, rows));
  if (work.pointsAtSource) return outcomes;
  return outcomes.map((outcome) => (outcome instanceof Problem ? withPointers(outcome, toWire) : outcome));
}

async function done(context: Context, work: Doing, rows: readonly Prepared[]): Promise<Outcome[]> {
  const sound = rows.flatMap(({ row, problem }) => (problem ? [] : [row]));
  const outcomes = ((await together(context, work, sound)) ?? (await oneByOne(context, sound))).values();
  return rows.map(({ problem }) => problem ?? outcomes.next().value!);
}

/** Undefined where they have to be done one by one: whoever writes besides was quicker with one of them. */
async function together(
  context: Context,
  { runBatch }: Doing,
  rows: readonly JobRow[],
): Promise<readonly Outcome[] | undefined> {
  if (!runBatch || rows.length === 0) return undefined;
  try {
    return await context.db.attempt((db) => runBatch({ ...context, db }, rows));
  } catch (error) {
    if (isRefusedByDatabase(error)) return undefined;
    throw error;
  }
}

/** PostgreSQL, appendix A, class 23: an integrity constraint is violated. */
const isRefusedByDatabase = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("23");

async function oneByOne(context: Context, rows: readonly JobRow[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) outcomes.push(await attempt(context, row));
  return outcomes;
}

async function attempt(context: Context, row: JobRow): Promise<Outcome> {
  try {
    return await context.db.attempt((db) => mapLockConflict(row.run({ ...context, db })));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Carries what would have been done out of the savepoint that it ends. */
class Rehearsed extends Error {
  readonly outcomes: Outcome[];

  constructor(outcomes: Outcome[]) {
    super("dryRunResult");
    this.outcomes = outcomes;
  }
}

async function dryRunResult(context: Context, work: Doing, rows: readonly Prepared[]): Promise<Outcome[]> {
  try {
    return await context.db.attempt(async (db): Promise<never> => {
      throw new Rehearsed(await done({ ...context, db }, work, rows));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcomes;
    throw error;
  }
}
