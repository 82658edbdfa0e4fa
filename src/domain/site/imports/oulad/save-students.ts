import type pg from "pg";
import { chunkTransaction, isTaken } from "../chunk-transaction.ts";
import { copyStudents } from "./copy-students.ts";
import { mergeStudents } from "./merge-students.ts";
import type { StudentRow } from "./student-row.ts";

/** New rows. */
export interface StudentCounts {
  accounts: number;
  members: number;
  enrollments: number;
}

/**
 * A chunk of students in one transaction. What is there stays as it is, so that what people changed since an earlier
 * import is kept. On most sites all that is there came from this import and has the ids of this import: the rest goes
 * straight in by COPY. Where the site knows these people otherwise, that fails, and the chunk is merged.
 */
export async function saveStudents(
  client: pg.ClientBase,
  siteId: string,
  rows: readonly StudentRow[],
  now: Date,
): Promise<StudentCounts> {
  try {
    return await chunkTransaction(client, () => copyStudents(client, siteId, rows, now));
  } catch (error) {
    if (!isTaken(error)) throw error;
    return chunkTransaction(client, () => mergeStudents(client, siteId, rows, now));
  }
}
