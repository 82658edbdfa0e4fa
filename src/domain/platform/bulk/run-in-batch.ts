import type { Context } from "#domain/platform/context.ts";
import { admit } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { failed, type Row, type RowOutcome, type RowResult, runRow } from "./run-row.ts";

/** A row with its parsed input. */
export interface ParsedRow {
  row: Row;
  input: unknown;
}

/**
 * Plans rows in memory and writes their effects with few statements. A planned row sees the effects of the rows planned
 * before it.
 */
export interface RowBatch {
  /** Plans a row and returns its result. Throws its problem. Returns undefined if the row must run by itself. */
  plan(parsed: ParsedRow): Promise<RowOutcome | undefined>;
  /** Writes the effects of the planned rows. Throws `BatchConflict` if they are not as planned. */
  write(): Promise<void>;
  /** Reads again what a row has changed that ran by itself. */
  refresh(parsed: ParsedRow): Promise<void>;
}

/** Reads what the rows need, with locks. */
export type OpenBatch = (context: Context, rows: readonly ParsedRow[]) => Promise<RowBatch>;

/** Maximum number of rows that share statements, so that serializing them does not block the event loop. */
export const maxShared = 200;

/** A concurrent request has taken a name that a planned row needs. */
export class BatchConflict extends Error {}

/** Unique violation and deadlock (PostgreSQL, appendix A). */
const conflicts = new Set<unknown>(["23505", "40P01"]);

/**
 * Runs the rows as a batch. Returns undefined, without any effect, if a concurrent write thwarts the batch: then each
 * row must run by itself.
 */
export async function runInBatch(
  context: Context,
  rows: readonly Row[],
  openBatch: OpenBatch,
): Promise<RowResult[] | undefined> {
  const parsed = await parseRows(context, rows);
  const sound = parsed.filter((each): each is ParsedRow => "row" in each);
  try {
    return await context.db.attempt(async (db) => {
      const inside = { ...context, db };
      const batch = await openBatch(inside, sound);
      const results: RowResult[] = [];
      for (const [index, each] of parsed.entries()) {
        const turn = pause();
        if (turn) await turn;
        results.push({ index, ...("row" in each ? await runOne(inside, batch, each) : each) });
      }
      await batch.write();
      return results;
    });
  } catch (error) {
    if (error instanceof BatchConflict) return undefined;
    if (error instanceof Error && "code" in error && conflicts.has(error.code)) return undefined;
    throw error;
  }
}

/** Returns the failures of invalid rows in their place. */
async function parseRows(context: Context, rows: readonly Row[]): Promise<(ParsedRow | RowOutcome)[]> {
  const parsed: (ParsedRow | RowOutcome)[] = [];
  for (const row of rows) {
    const turn = pause();
    if (turn) await turn;
    try {
      parsed.push({ row, input: await admit(row.operation, context, row.input) });
    } catch (error) {
      parsed.push(failed(error, row.operation));
    }
  }
  return parsed;
}

async function runOne(context: Context, batch: RowBatch, parsed: ParsedRow): Promise<RowOutcome> {
  const { row } = parsed;
  try {
    const planned = await batch.plan(parsed);
    if (planned) return planned;
  } catch (error) {
    if (error instanceof Problem) return failed(error, row.operation);
    throw error;
  }
  await batch.write();
  const outcome = await runRow(context, row);
  await batch.refresh(parsed);
  return outcome;
}
