import type * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";

/** What a row is called by, in its file: two rows with a name in common are done one after the other. */
export interface RecordKeys {
  own: string[];
  /** Of other rows, that it needs to be there. */
  refersTo?: string[];
  /** What it has in common with rows about other things, that has to be looked at between them. */
  among?: string[];
}

export interface SaveOptions {
  /** Whether what is there already stays as it is, and is told. */
  createsOnly: boolean;
  /** Whether a row before would have been written under this name, had it not been a rehearsal. */
  isRehearsed: (key: string) => boolean;
}

/** One resource that can be brought in row by row. */
export interface RecordImport<Row extends z.ZodObject = z.ZodObject> {
  summary: string;
  /** What it needs besides `school:write`. */
  scopes: readonly Scope[];
  /** As the operator API shows it: what of that cannot be written is passed over, so that what was exported comes in. */
  resource: z.ZodObject;
  /** What a row may say. Nothing has a default: what is left out of a thing that is there stays as it is. */
  row: Row;
  keysOf(row: z.output<Row>): RecordKeys;
  /**
   * Brings things up to their rows, none of which is about the same thing as another; an outcome for each. The statements
   * of it are about as many for a thousand rows as for one, but where people or subscriptions change.
   */
  save(context: Context, rows: readonly z.output<Row>[], options: SaveOptions): Promise<readonly Outcome[]>;
}

/** The same for any resource: rows are handed to what read them. */
export const recordImport = <Row extends z.ZodObject>(definition: RecordImport<Row>): RecordImport => definition;

export const alreadyThere = () =>
  new Problem("already_exists", "It is there already. Import with the mode upsert to bring it up to the source.");

export const isSound = <Row>(row: Row | Problem): row is Row => !(row instanceof Problem);

/** What each row comes to; a Problem that is thrown is that of its row alone. */
export async function eachAlone<Row>(
  rows: readonly Row[],
  work: (row: Row, index: number) => Promise<Outcome> | Outcome,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      outcomes.push(await work(row, index));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.push(error);
    }
  }
  return outcomes;
}
