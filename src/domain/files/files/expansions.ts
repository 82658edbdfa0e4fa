import type { Context } from "#domain/platform/context.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { File } from "./file.ts";
import { serializeFile } from "./serialize-file.ts";
import { listFilesById, ownFiles } from "./queries.ts";

const files = {
  scope: "storage:write",
  item: File,
  find: async (context: Context, ids: readonly string[]) =>
    (await listFilesById(context, ids, ownFiles(context))).map((file) => serializeFile(context, file)),
} as const;

export const coverFile = named(files, (item: { coverFileId: string | null }) => item.coverFileId);

export const pictureFile = named(files, (item: { pictureFileId: string | null }) => item.pictureFileId);
