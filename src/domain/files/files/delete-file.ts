import * as z from "zod";
import { formatId, Id } from "#domain/platform/ids.ts";
import { requireMayActOn } from "#domain/platform/callers/role-rules.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { objectsOf } from "./keep-file.ts";
import { releaseObjects } from "#domain/platform/storage/objects.ts";
import { deleteFileRow, lockFile, requireOwn } from "./queries.ts";
import type { FileReference } from "./file.ts";
import { findReferences, takeFromDeleted } from "./references/references.ts";

export const deleteFile = operation({
  name: "deleteFile",
  summary: "Delete a file",
  description: "Only a file that is not in use can be deleted. Deleted resources that used it are restored without it.",
  writes: "storage:write",
  input: z.object({ id: Id("file") }),
  output: z.object({
    id: Id("file"),
    warnings: z.array(z.object({ code: z.literal("taken_from_deleted"), detail: z.string() })),
  }),
  async run(context, { id }) {
    const file = await lockFile(context, id);
    if (!file) throw notFound("file", formatId("file", id));
    requireOwn(context, "file", file);
    await requireMayActOn(context, file.memberId);
    requireVersion(context, file);
    requireUnused(await findReferences(context, id));
    const taken = await takeFromDeleted(context, id);
    requireUnused(taken.filter(({ isDeleted }) => !isDeleted));
    await deleteFileRow(context, id, context.now);
    await releaseObjects(context, objectsOf(file), context.now);
    return { id, warnings: taken.map(takenFrom) };
  },
});

function requireUnused(references: readonly FileReference[]): void {
  if (references.length === 0) return;
  const listed = references.slice(0, 5).map(({ object, id }) => `${object} ${id}`);
  throw new Problem("file_in_use", `The file is used by ${listed.join(", ")}. Remove it there first.`);
}

const takenFrom = ({ object, id }: FileReference) => ({
  code: "taken_from_deleted" as const,
  detail: `The ${object} ${id} is deleted. If you restore it, it will not have this file.`,
});
