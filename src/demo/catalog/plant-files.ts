import { keepFiles } from "#domain/files/files/keep-file.ts";
import { storeObjects } from "#domain/platform/storage/objects.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { DraftFile } from "./draft-files.ts";

/** Stores the files of a site. Returns their IDs in wire format by their keys. */
export async function plantFiles(context: Context, drafts: readonly DraftFile[]): Promise<ReadonlyMap<string, string>> {
  if (drafts.length === 0) return new Map();
  await storeObjects(
    context,
    drafts.flatMap(({ objects }) => objects),
  );
  const ids = await keepFiles(context, drafts);
  return new Map(drafts.map(({ key }, index) => [key, formatId("file", ids[index] ?? "")]));
}
