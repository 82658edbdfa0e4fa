import * as z from "zod";
import { deleteExercise, getExercise, replaceExercise } from "#domain/catalog/curriculum/exercise-operations.ts";
import { Id } from "#domain/platform/ids.ts";
import { Assignment, assignmentContent, assignmentFieldsOf, serializeAssignment } from "./assignment.ts";
import { findAssignment, lockAssignment, updateAssignment } from "./assignment-queries.ts";
import { saveAssignment } from "./save-assignment.ts";

const assignment = {
  kind: "assignment",
  output: Assignment,
  find: findAssignment,
  lock: lockAssignment,
  update: updateAssignment,
  serialize: serializeAssignment,
  version: ({ version }: ReturnType<typeof serializeAssignment>) => version,
} as const;

export const getAssignment = getExercise({ name: "getAssignment", of: assignment });

export const replaceAssignment = replaceExercise({
  name: "replaceAssignment",
  of: assignment,
  input: z.object({ ...assignmentContent, id: Id("lecture") }),
  fieldsOf: assignmentFieldsOf,
  save: saveAssignment,
});

export const deleteAssignment = deleteExercise({ name: "deleteAssignment", of: assignment });
