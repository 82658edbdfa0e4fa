import * as z from "zod";
import { about } from "#domain/audit/about.ts";
import { formatId, Id } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { notFound, Problem } from "#domain/problem.ts";
import { requireVersion } from "#domain/version.ts";
import { objectsOf } from "./keep-file.ts";
import { releaseObjects } from "./objects.ts";
import { requireOwn } from "./own-files.ts";
import { deleteFileRow, lockFile } from "./queries.ts";
import { findReferences } from "./references.ts";

export const deleteFile = operation({
  name: "deleteFile",
  summary: "Delete a file that nothing uses",
  access: { scope: "storage:write" },
  writes: true,
  input: z.object({ id: Id("file") }),
  output: z.object({ id: Id("file") }),
  async run(context, { id }) {
    const file = await lockFile(context, id);
    if (!file) throw notFound("file", formatId("file", id));
    requireOwn(context, "file", file);
    requireVersion(context, file);
    const references = await findReferences(context, id);
    if (references.length > 0) {
      const told = references.slice(0, 5).map((reference) => `${reference.object} ${reference.id}`);
      throw new Problem("file_in_use", `It is in use by ${told.join(", ")}. Take it away there first.`);
    }
    await deleteFileRow(context, id, context.now);
    await releaseObjects(context, objectsOf(file), context.now);
    return { id };
  },
  audit: (_input, { id }) => about("file", id),
});
