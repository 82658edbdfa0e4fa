import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { Problem } from "#domain/platform/problem.ts";
import type { JobRecord, JobResultRow, Made, Warning } from "./job.ts";

/** The result of a row, or the problem that prevented it. */
export type Outcome = Done | Problem;
/** `made` lists the created resources one by one. Only job kinds with a bounded number of resources return it. */
export type Done = "created" | "updated" | "unchanged" | { made: Made };

export const countedAs = (done: Done) => (typeof done === "string" ? done : "created");

/** One row of a job. It runs in a transaction with other rows and is rolled back alone on failure. */
export interface JobRow {
  /** The row's name in the source, so that its author can find and fix it. */
  name: string;
  /**
   * Does slow work and work outside the database before the transaction begins. It must be harmless if the transaction
   * fails.
   */
  prepare?(context: RequestContext): Promise<void>;
  /** Runs the row; runs it again after a crash before the commit. Throws a Problem if the row cannot be imported. */
  run(context: Context): Promise<Done>;
  /** Lists the skipped parts of the row, after it has run. */
  warnings?(): readonly Warning[];
}

/** The work of a job: its rows, in an order that is the same every time the source is opened. */
export interface JobWork extends AsyncDisposable {
  /** Null if the number of rows is not known in advance. */
  total: number | null;
  rows: AsyncIterable<JobRow>;
  /** Rows per transaction. */
  chunkSize: number;
  /**
   * True if problems point at fields by the names of the source. All other work uses code names, which are mapped to
   * wire names in responses.
   */
  pointsAtSource?: boolean;
  /**
   * Runs all rows with a constant number of statements and returns their outcomes. After a conflict with a concurrent
   * write, the batch is rolled back and the rows run one by one.
   */
  runBatch?(context: Context, rows: readonly JobRow[]): Promise<readonly Outcome[]>;
}

/** Work that produces its result piece by piece. The stored pieces determine where it resumes. */
export interface JobMaking extends AsyncDisposable {
  /** Number of rows before the first piece; null if unknown. */
  total: number | null;
  /** True if a retried job starts over. It then finds the earlier results and does not create them again. */
  restarts?: boolean;
  /**
   * Produces the next piece outside of any transaction. The piece is lost if the process is killed before `keep`
   * commits.
   */
  next(context: RequestContext): Promise<JobPiece>;
}

export interface JobPiece {
  /** Number of rows in the piece. */
  rows: number;
  /** Imports only: the number of new rows. All other rows are unchanged. */
  created?: number;
  /** Imports only: the number of rows that were not imported. */
  failed?: number;
  /** Rows to report. */
  results?: readonly Omit<JobResultRow, "jobId" | "createdAt">[];
  isLast: boolean;
  /** Undefined for pieces that are stored while they are produced. */
  keep?(context: Context): Promise<void>;
}

/** A kind of job. A Problem thrown by `open` ends the job. */
export interface JobKind {
  open(context: RequestContext, job: JobRecord): Promise<JobWork | JobMaking>;
}
