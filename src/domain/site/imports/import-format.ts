import type { Scope } from "#access/scopes.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";

/** What of an import is done row by row, whoever runs it: a job, or a command. */
interface ImportRows {
  /** Null where it is not known beforehand. */
  total: number | null;
  rows: Iterable<JobRow> | AsyncIterable<JobRow>;
}

/** One kind of data that can be imported: declared once, reached by requests and commands alike. */
export interface ImportFormat {
  summary: string;
  /** What it writes, besides `school:write`. */
  scopes: readonly Scope[];
  /** So many rows share a transaction. */
  chunkSize: number;
  /** Its problems point at fields as its source calls them. */
  pointsAtSource?: boolean;
  /**
   * Reads a folder, or a file where the format has such. What cannot be read is a row too, which fails with the place and what was expected there; a folder
   * that holds nothing of the kind is a Problem.
   */
  read(folder: string, options: { dryRun: boolean }): ImportRows | Promise<ImportRows>;
}
