import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { enrollmentOptionOf, enrollmentOptions } from "./enrollment-option.ts";

export const findEnrollmentOption = operation({
  name: "findEnrollmentOption",
  summary: "Report what the visitor can do about a course",
  reads: forAnyone,
  input: z.object({ courseId: Id("course") }),
  output: z.object({ option: z.enum(enrollmentOptions) }),
  async run(context, { courseId }) {
    const { option } = await enrollmentOptionOf(context, courseId);
    return { option };
  },
});
