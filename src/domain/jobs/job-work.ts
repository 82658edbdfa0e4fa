import type { Context, RequestContext } from "#domain/context.ts";
import type { JobRecord } from "./job.ts";

/** One row of a job: done in a transaction with others, taken back alone where it fails. */
export interface JobRow {
  /** As the source calls it, for whoever has to mend it. */
  name: string;
  /** What takes long, or reaches beyond the database, before its transaction begins. In vain where that fails. */
  prepare?(context: RequestContext): Promise<void>;
  /** Done again after a crash that came before it was kept. Throws a Problem where it cannot be done. */
  run(context: Context): Promise<"created" | "updated" | "unchanged">;
}

/** What a job is to do: its rows in an order that is the same whenever it is opened. */
export interface JobWork extends AsyncDisposable {
  /** Null where it is not known beforehand. */
  total: number | null;
  rows: AsyncIterable<JobRow>;
  /** So many rows share a transaction. */
  chunkSize: number;
}

/** A kind of job. Opening may fail with a Problem, which ends the job. */
export interface JobKind {
  open(context: RequestContext, job: JobRecord): Promise<JobWork>;
}
