import * as z from "zod";
import { itsStudentInBrief } from "#domain/learning/enrollments/expansions.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { courseIdOf } from "../calls/course-argument.ts";
import { ownArguments } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** Fields that name a person. */
export const personal = ["name", "email", "phone"];

/**
 * Builds a list tool with an optional course filter, by ID or slug. With `students`, each row has the name and the
 * email address of its student, so that agents need no other call to name them.
 */
export function listOfCourse(operation: Operation, { students = false } = {}) {
  const { courseId: _courseId, ...shape } = ownArguments(operation).shape as Record<string, z.ZodType>;
  const performed = students ? expanding(operation, { student: itsStudentInBrief }) : operation;
  return {
    arguments: z.object({ ...shape, course: ReferenceTo("course").optional() }),
    operations: [performed] as const,
    personal,
    async step({ course, ...input }: Record<string, unknown>, context: Parameters<Tool["step"]>[1]) {
      const narrowed = course === undefined ? {} : { courseId: [await courseIdOf(context, course)] };
      const expanded = students ? { expand: ["student"] } : {};
      return { operation: performed, input: { ...input, ...narrowed, ...expanded } };
    },
  };
}
