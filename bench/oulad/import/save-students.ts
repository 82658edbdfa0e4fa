import type pg from "pg";
import { chunkTransaction, isTaken } from "./chunk-transaction.ts";
import { copyStudents } from "./copy-students.ts";
import { mergeStudents } from "./merge-students.ts";
import type { StudentRow } from "./student-row.ts";
import type { StudentCounts } from "./student-counts.ts";

/**
 * Saves a chunk of students in one transaction. Existing rows are kept, including changes since an earlier import.
 * Usually all existing rows have the ids of this import, and new rows go straight in by COPY. If the site has these
 * people under other ids, that fails, and the chunk is merged.
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
