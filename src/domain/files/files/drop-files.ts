import type { Context } from "#domain/platform/context.ts";
import { objectsOf } from "./keep-file.ts";
import { releaseObjects } from "#domain/platform/storage/objects.ts";
import { deleteFileRow, lockFile } from "./queries.ts";

/** Deletes files together with their owner, in its transaction. Ignores files that are already deleted. */
export async function dropFiles(context: Pick<Context, "db" | "site" | "now">, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) {
    const file = await lockFile(context, id);
    if (!file) continue;
    await deleteFileRow(context, id, context.now);
    await releaseObjects(context, objectsOf(file), context.now);
  }
}
