import type { Context } from "#domain/platform/context.ts";
import { allNamed, named } from "#domain/platform/expansion/expansion.ts";
import { pictureFile } from "#domain/files/files/expansions.ts";
import { members } from "#domain/people/members/expansions.ts";
import { LecturerSummary, serializeLecturer } from "./lecturer.ts";
import { listLecturersById } from "./queries.ts";

export const lecturerExpansions = {
  member: named(members, (lecturer: { memberId: string | null }) => lecturer.memberId),
  pictureFile,
};

const lecturers = {
  scope: "lecturers:read",
  item: LecturerSummary,
  find: async (context: Context, ids: readonly string[]) =>
    (await listLecturersById(context, ids)).map((lecturer) => serializeLecturer(context, lecturer)),
  within: lecturerExpansions,
} as const;

/** Lecturers of an item, in display order. */
export const itsLecturers = allNamed(lecturers, (item: { lecturerIds: string[] }) => item.lecturerIds);

export const itsLecturer = named(lecturers, (item: { lecturerId: string }) => item.lecturerId);
