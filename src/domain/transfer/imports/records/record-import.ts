import { pause } from "#lib/event-loop/pause.ts";
import type * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Identifiers of a row in its file. Rows that share one run one after the other. */
export interface RecordKeys {
  own: string[];
  /** Identifiers of other rows that it depends on. */
  refersTo?: string[];
  /**
   * Keys shared with rows about other records. Such rows are validated against each other, so they run one after the
   * other.
   */
  among?: string[];
}

export interface SaveOptions {
  /** True if existing records are left unchanged and reported as errors. */
  createsOnly: boolean;
  /** True if paid orders give their members what they bought. */
  fulfills: boolean;
  /** Returns true if an earlier row of a dry run would have created a record with this key. */
  wouldExist: (key: string) => boolean;
}

/** A resource that can be imported row by row. */
export interface RecordImport<Row extends z.ZodObject = z.ZodObject> {
  summary: string;
  /** Scopes in addition to `school:write`. */
  scopes: readonly Scope[];
  /** The schema in the operator API. Read-only fields are ignored, so that exports can be imported. */
  resource: z.ZodObject;
  /** The fields of a row. Fields have no defaults: omitted fields of existing records are kept. */
  row: Row;
  keysOf(row: z.output<Row>): RecordKeys;
  /**
   * Creates or updates the records of rows that are about different records. Returns one outcome per row. The number
   * of statements does not depend on the number of rows, except where people or subscriptions change.
   */
  save(context: Context, rows: readonly z.output<Row>[], options: SaveOptions): Promise<readonly Outcome[]>;
}

/** Erases the row type. */
export const recordImport = <Row extends z.ZodObject>(definition: RecordImport<Row>): RecordImport => definition;

export const alreadyThere = () =>
  new Problem("already_exists", "The record already exists. Set mode to upsert to update it.");

export const isSound = <Row>(row: Row | Problem): row is Row => !(row instanceof Problem);

/** Returns one outcome per row; a thrown Problem is the outcome of its row only. */
export async function eachAlone<Row>(
  rows: readonly Row[],
  work: (row: Row, index: number) => Promise<Outcome> | Outcome,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, row] of rows.entries()) {
    const turn = pause();
    if (turn) await turn;
    try {
      outcomes.push(await work(row, index));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.push(error);
    }
  }
  return outcomes;
}
