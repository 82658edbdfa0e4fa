/** A row as it is now, and its place. */
export interface ChangedRow {
  id: string;
  /** The section that it is in, or is. */
  section: string;
  /** The ID of the row after it; empty at the end. */
  before: string;
  html: string;
}

/** Counts above the rows, which change with them. */
export interface OutlineCounts {
  /** Sections, lectures and duration of the course, in words. */
  total: string;
  /** The status of the course and its next step, as markup; empty unless it is a draft. */
  way: string;
  /** In order, with the duration of the lectures in words; empty without one. */
  sections: readonly { id: string; title: string; length: string }[];
}

/** The answer of the outline to a script. */
export interface OutlineAnswer {
  /** A question has to be answered on a page. */
  asks: boolean;
  /** Why nothing was done. */
  detail: string;
  /** The result of the act. */
  message: string;
  /** Why some of the selected lectures were not changed. */
  failures: readonly string[];
  /** The text that undoes it; empty if nothing can. */
  undo: string;
  /** The ID of the changed part. */
  part: string;
  /** The changed rows as they are now. */
  rows: readonly ChangedRow[];
  counts: OutlineCounts;
  /** The version of the outline after the act. */
  version: number;
  /** Other rows have changed too: the script reads the page again. */
  isStale: boolean;
}

/** The whole outline for a script that shows it: all rows in their order. `html` is empty for rows that are the same. */
export interface OutlineReading {
  version: number;
  counts: OutlineCounts;
  sections: readonly { id: string; title: string; html: string; lectures: readonly { id: string; html: string }[] }[];
}
