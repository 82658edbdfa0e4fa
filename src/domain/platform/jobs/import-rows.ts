import type { Context, RequestContext } from "#domain/platform/context.ts";
import { mapLockConflict } from "#domain/platform/locks/map-lock-conflict.ts";
import { Problem } from "#domain/platform/problem.ts";
import { storeEventsSoFar } from "#domain/platform/outbox/store-events-about.ts";
import { withPointers } from "#domain/platform/input/refused-input.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { toWire } from "#lib/wire/names.ts";
import { zip } from "#lib/zip/zip.ts";
import type { Warning } from "./job.ts";
import type { JobRow, JobWork, Outcome } from "./job-work.ts";

/** A row, with the problem that its preparation raised, if any. */
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

const maxWarningsPerRow = 1000;

/** Lists the parts of a row that were skipped. Failed rows have no warnings. The last one counts those without a place. */
export function warningsOf(row: JobRow, outcome: Outcome): readonly Warning[] {
  if (outcome instanceof Problem) return [];
  const warnings = row.warnings?.() ?? [];
  if (warnings.length <= maxWarningsPerRow) return warnings;
  const listed = warnings.slice(0, maxWarningsPerRow - 1);
  return [...listed, { place: row.name, detail: `${warnings.length - listed.length} more warnings are not listed` }];
}

type Doing = Pick<JobWork, "runBatch" | "pointsAtSource">;

/**
 * Imports rows inside a transaction. A failed row is rolled back alone. With `dryRun`, all rows are rolled back.
 * Pointers in problems use the field names of the wire.
 */
export async function importRows(context: Context, work: Doing, rows: readonly Prepared[]): Promise<Outcome[]> {
  const outcomes = await (context.dryRun ? dryRunResult(context, work, rows) : done(context, work, rows));
  if (work.pointsAtSource) return outcomes;
  return outcomes.map((outcome) => (outcome instanceof Problem ? withPointers(outcome, toWire) : outcome));
}

async function done(context: Context, work: Doing, rows: readonly Prepared[]): Promise<Outcome[]> {
  const sound = rows.flatMap(({ row, problem }) => (problem ? [] : [row]));
  const outcomes = (await runAsBatch(context, work, sound)) ?? (await oneByOne(context, sound));
  const outcomeOf = new Map(zip(sound, outcomes));
  return rows.map(({ row, problem }) => problem ?? mustGet(outcomeOf, row));
}

/**
 * Runs the rows as one batch. Returns undefined if they must run one by one, because a concurrent write caused a
 * constraint violation.
 */
async function runAsBatch(
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

/** Matches integrity constraint violations (PostgreSQL, appendix A, class 23). */
const isRefusedByDatabase = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("23");

async function oneByOne(context: Context, rows: readonly JobRow[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    await storeEventsSoFar(context);
    outcomes.push(await attempt(context, row));
  }
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

/** Carries the outcomes of a dry run out of the savepoint that this error rolls back. */
class DryRunOutcomes extends Error {
  readonly outcomes: Outcome[];

  constructor(outcomes: Outcome[]) {
    super("dryRunResult");
    this.outcomes = outcomes;
  }
}

async function dryRunResult(context: Context, work: Doing, rows: readonly Prepared[]): Promise<Outcome[]> {
  try {
    return await context.db.attempt(async (db): Promise<never> => {
      throw new DryRunOutcomes(await done({ ...context, db }, work, rows));
    });
  } catch (error) {
    if (error instanceof DryRunOutcomes) return error.outcomes;
    throw error;
  }
}
