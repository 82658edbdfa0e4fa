import { isDeepStrictEqual } from "node:util";
import { pause } from "#lib/event-loop/pause.ts";
import type * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";

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

interface Identified {
  id?: string | undefined;
  externalId?: string | null | undefined;
}

/** Keys of a row by its own identifiers. */
export const ownKeys = ({ id, externalId }: Identified): string[] => [
  ...(id ? [id] : []),
  ...(externalId ? [`x:${externalId}`] : []),
];

/** The problem of a row whose identifier belongs to a record about something else. */
export const otherRecord = ({ id }: Identified, detail: string): Problem =>
  validationFailed(id === undefined ? "/externalId" : "/id", "conflict", detail);

/** Throws unless a repeated import finds the new record of a row. */
export function requireFindable({ externalId, createdAt }: Identified & { createdAt?: Date | undefined }): void {
  if (externalId || createdAt) return;
  const detail = "A new row needs external_id or created_at, so that a repeated import can find it.";
  throw validationFailed("/externalId", "required", detail);
}

/** Returns the value of a row, or the former one if the row omits it. */
export const valueOr = <Value>(value: Value | undefined, otherwise: Value): Value =>
  value === undefined ? otherwise : value;

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

interface RowPlan<Row, Before, After> {
  /** Returns the record of a row. Throws if it cannot be changed. */
  find: (row: Row) => Before | undefined;
  /** Applies a row to its record. */
  change: (before: Before, row: Row) => After;
  /** Returns a new record. Undefined if a dry run cannot store it. */
  create: (row: Row, index: number) => After | undefined;
  /** Fields that rows change. Others follow from them. */
  compared: readonly (keyof Before & keyof After)[];
}

/** Plans the writes of rows: new records, and existing ones that differ. */
export async function planRecords<Row extends object, Before extends object, After extends object>(
  rows: readonly (Row | Problem)[],
  { createsOnly }: Pick<SaveOptions, "createsOnly">,
  { find, change, create, compared }: RowPlan<Row, Before, After>,
): Promise<{ outcomes: Outcome[]; made: After[]; changed: { before: Before; after: After }[] }> {
  const made: After[] = [];
  const changed: { before: Before; after: After }[] = [];
  const outcomes = await eachAlone(rows, (row, index): Outcome => {
    if (row instanceof Problem) return row;
    const before = find(row);
    if (before === undefined) {
      const record = create(row, index);
      if (record !== undefined) made.push(record);
      return "created";
    }
    if (createsOnly) return alreadyThere();
    const after = change(before, row);
    if (compared.every((field) => isDeepStrictEqual(before[field], after[field]))) return "unchanged";
    changed.push({ before, after });
    return "updated";
  });
  return { outcomes, made, changed };
}
