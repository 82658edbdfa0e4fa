import * as z from "zod";
import { itsStudentInBrief } from "#domain/learning/enrollments/expansions.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Start } from "#domain/platform/time/instant.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { courseIdOf } from "../calls/course-argument.ts";
import { ownArguments } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** Fields that name a person. */
export const personal = ["name", "email", "phone"];

/**
 * Builds a list tool with an optional course filter, by ID or slug. `enrolled_before` is the bound of `enrolled_at` that
 * `inactive_since` needs: new students have had no time to be active. With `students`, each row has the name and the
 * email address of its student, so that agents need no other call to name them.
 */
export function listOfCourse(operation: Operation, { students = false } = {}) {
  const { courseId: _courseId, ...shape } = ownArguments(operation).shape as Record<string, z.ZodType>;
  const performed = students ? expanding(operation, { student: itsStudentInBrief }) : operation;
  const before = "enrolledAt" in shape ? { enrolledBefore: Start.optional() } : {};
  return {
    arguments: z.object({ ...shape, ...before, course: ReferenceTo("course").optional() }),
    operations: [performed] as const,
    personal,
    async step({ course, enrolledBefore, ...input }: Record<string, unknown>, context: Parameters<Tool["step"]>[1]) {
      const enrolled =
        enrolledBefore === undefined ? {} : { enrolledAt: { ...asRecord(input["enrolledAt"]), lt: enrolledBefore } };
      const narrowed = course === undefined ? {} : { courseId: [await courseIdOf(context, course)] };
      const expanded = students ? { expand: ["student"] } : {};
      return { operation: performed, input: { ...input, ...enrolled, ...narrowed, ...expanded } };
    },
  };
}
