import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { Problem } from "#domain/platform/problem.ts";
import type { JobRecord, Made, Warning } from "./job.ts";

/** What became of a row, or why nothing did. */
export type Outcome = Done | Problem;
/** What was made is told of one by one where a job says what it is: such a job makes no more than a list can show. */
export type Done = "created" | "updated" | "unchanged" | { made: Made };

export const countedAs = (done: Done) => (typeof done === "string" ? done : "created");

/** One row of a job: done in a transaction with others, taken back alone where it fails. */
export interface JobRow {
  /** As the source calls it, for whoever has to mend it. */
  name: string;
  /** What takes long, or reaches beyond the database, before its transaction begins. In vain where that fails. */
  prepare?(context: RequestContext): Promise<void>;
  /** Done again after a crash that came before it was kept. Throws a Problem where it cannot be done. */
  run(context: Context): Promise<Done>;
  /** What of the row was left out, once it was run. */
  warnings?(): readonly Warning[];
}

/** What a job is to do: its rows in an order that is the same whenever it is opened. */
export interface JobWork extends AsyncDisposable {
  /** Null where it is not known beforehand. */
  total: number | null;
  rows: AsyncIterable<JobRow>;
  /** So many rows share a transaction. */
  chunkSize: number;
  /** Its problems point at fields as its source calls them; those of all other work as the code does, until they are told. */
  pointsAtSource?: boolean;
  /**
   * Does rows in a number of statements that does not depend on theirs, where the work can; it answers what became of
   * each. Where it comes in somebody's way all of it is taken back, and they are run one by one.
   */
  runBatch?(context: Context, rows: readonly JobRow[]): Promise<readonly Outcome[]>;
}

/** What a job makes piece by piece: it knows by what is kept how far it is. */
export interface JobMaking extends AsyncDisposable {
  /** Rows, before any is made; null where that is not known. */
  total: number | null;
  /** Whether it is begun anew by whoever takes the job again: then what was made before is found, and made no more. */
  beginsAnew?: boolean;
  /** Makes what comes next, outside of any transaction. It is in vain where the process is killed before it is kept. */
  next(context: RequestContext): Promise<JobPiece>;
}

export interface JobPiece {
  /** So many rows are in it. */
  rows: number;
  /** Of an import: how many of them are new; the others are as they were. */
  created?: number;
  isLast: boolean;
  /** Undefined for what was kept when it was made. */
  keep?(context: Context): Promise<void>;
}

/** A kind of job. Opening may fail with a Problem, which ends the job. */
export interface JobKind {
  open(context: RequestContext, job: JobRecord): Promise<JobWork | JobMaking>;
}
