import type { Scope } from "#access/scopes.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";

/** The rows of an import, run by a job or a command. */
interface ImportRows {
  /** Null if unknown in advance. */
  total: number | null;
  rows: Iterable<JobRow> | AsyncIterable<JobRow>;
}

interface ReadOptions {
  dryRun: boolean;
  /** Maximum bytes of a file, where the format has such a limit. Default: that of uploaded files. */
  maxBytes?: number | undefined;
  /** The number of items is limited, see item-limits.ts. */
  isBounded: boolean;
}

/** An import format, declared once for requests and commands. */
export interface ImportFormat {
  summary: string;
  /** Scopes for what it writes, in addition to `school:write`. */
  scopes: readonly Scope[];
  /** True if its problems point at fields by their names in the source. */
  pointsAtSource?: boolean;
  /**
   * Reads a folder, or a file if the format allows it. An unreadable entry becomes a row that fails with its location
   * and what was expected. Throws a Problem if the folder contains no data of this format.
   */
  read(folder: string, options: ReadOptions): ImportRows | Promise<ImportRows>;
}
