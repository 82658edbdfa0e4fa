import { bulkOperation } from "#domain/bulk/bulk.ts";
import { formatId } from "#domain/ids.ts";
import { changesOf, eventsOf } from "./change.ts";
import { holdersOf } from "./external-ids.ts";
import { createLecture, deleteLecture, updateLecture } from "./save-lecture.ts";

export const bulkLectures = bulkOperation({
  name: "bulkLectures",
  summary: "Create, change and delete up to 200 lectures",
  scope: "curriculum:write",
  most: 200,
  create: createLecture,
  update: updateLecture,
  remove: deleteLecture,
  which: "id",
  findByExternalId: async (context, externalId) => {
    const [found] = await holdersOf(context, "lecture", [externalId]);
    return found?.deletedAt ? undefined : found?.id;
  },
  format: (id) => formatId("lecture", id),
  eventsOf: (outputs) => eventsOf(changesOf(outputs)),
});
