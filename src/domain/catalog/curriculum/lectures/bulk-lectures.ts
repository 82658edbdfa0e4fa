import { bulkOperation, type BulkRows } from "#domain/platform/bulk/bulk-operation.ts";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id, parseId } from "#domain/platform/ids.ts";
import { eventsOf } from "#domain/catalog/curriculum/change.ts";
import { holdersOf } from "#domain/catalog/curriculum/external-ids.ts";
import { createLecture, deleteLecture, updateLecture } from "./save-lecture.ts";
import { lockCurricula } from "#domain/catalog/curriculum/tree/tree-version.ts";

const InSection = z.object({ sectionId: Id("section") });

/** Locks the curricula that the lectures and sections belong to, as single operations do. */
const lockTrees = (context: Context, { named, fields }: BulkRows) =>
  lockCurricula(context, {
    lectureIds: named.flatMap((text) => parseId("lecture", text) ?? []),
    sectionIds: fields.flatMap((row) => InSection.safeParse(row).data?.sectionId ?? []),
  });

export const bulkLectures = bulkOperation({
  name: "bulkLectures",
  summary: "Create, update and delete lectures in bulk",
  description: "At most 200 rows per request.",
  scope: "curriculum:write",
  maxRows: 200,
  create: createLecture,
  update: updateLecture,
  remove: deleteLecture,
  which: "id",
  findByExternalIds: async (context, externalIds) =>
    (await holdersOf(context, "lecture", externalIds)).filter(({ deletedAt }) => deletedAt === null),
  lock: lockTrees,
  format: (id) => formatId("lecture", id),
  eventsOf,
});
