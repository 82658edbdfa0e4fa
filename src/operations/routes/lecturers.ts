import { deleteLecturer } from "#domain/catalog/lecturers/delete-lecturer.ts";
import { lecturerExpansions } from "#domain/catalog/lecturers/expansions.ts";
import { listCoursesOfLecturer } from "#domain/catalog/lecturers/list-courses-of-lecturer.ts";
import * as lecturers from "#domain/catalog/lecturers/list-lecturers.ts";
import * as lecturerChanges from "#domain/catalog/lecturers/save-lecturer.ts";
import { act, change, create, read, remove, replace, type Route } from "../route.ts";

/** Lecturers and their display order. */
export const lecturerRoutes: readonly Route[] = [
  read("/lecturers", lecturers.listLecturers, lecturerExpansions),
  read("/lecturers/:lecturer", lecturers.getLecturer, lecturerExpansions),
  read("/lecturers/:lecturer/courses", listCoursesOfLecturer),
  create("/lecturers", lecturerChanges.createLecturer),
  change("/lecturers/:lecturer", lecturerChanges.updateLecturer),
  replace("/lecturers/by_external_id/:externalId", lecturerChanges.upsertLecturer),
  remove("/lecturers/:lecturer", deleteLecturer),
  act("/lecturers/reorder", lecturerChanges.reorderLecturers),
];
