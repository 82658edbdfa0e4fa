import type { Context } from "#domain/platform/context.ts";
import type { MergedRecords } from "./merge.ts";
import { mergeMembers } from "./merge-members.ts";
import type { Merged } from "./require-mergeable.ts";

/** Carries the result out of the savepoint that this error rolls back. */
class DryRunResult extends Error {
  readonly records: readonly MergedRecords[];

  constructor(records: readonly MergedRecords[]) {
    super("rehearsed");
    this.records = records;
  }
}

/** Merges the members inside of a savepoint that is rolled back: the preview is what a merge would do. */
export async function previewMerge(context: Context, merged: Merged): Promise<readonly MergedRecords[]> {
  try {
    return await context.db.attempt(async (db): Promise<never> => {
      throw new DryRunResult(await mergeMembers({ ...context, db }, merged));
    });
  } catch (error) {
    if (error instanceof DryRunResult) return error.records;
    throw error;
  }
}
