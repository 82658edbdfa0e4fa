import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";

/** Checks in the order of the work: the offer, the content, then access for people with disabilities. */
export const requiredChecks = ["price", "lecture", "content"] as const;
const recommendedChecks = [
  "cover",
  "description",
  "outcomes",
  "lecturer",
  "availability",
  "drafts",
  "captions",
  "alternative_text",
  "heading_order",
  "contrast",
] as const;
export type Check = (typeof requiredChecks)[number] | (typeof recommendedChecks)[number];

/** One check of a course, and the lectures that it concerns. */
const CourseCheck = z
  .object({
    check: z.enum([...requiredChecks, ...recommendedChecks]),
    /** Publishing fails until it is done. */
    required: z.boolean(),
    done: z.boolean(),
    /** Number of lectures that it concerns. */
    lectureCount: z.number().int().min(0),
    /** The first of these lectures. */
    lectures: z.array(z.object({ id: Id("lecture"), title: z.string() })),
  })
  .meta({ id: "CourseCheck" });

/** Everything that a course needs before it is published, and what helps students. */
export const CourseChecklist = z
  .object({
    object: z.literal("course_checklist"),
    courseId: Id("course"),
    /** True if `publish` would succeed. */
    publishable: z.boolean(),
    /** False if the texts of later lectures were not checked, because the course has more than 4 MiB of text. */
    wholeCourse: z.boolean(),
    checks: z.array(CourseCheck),
  })
  .meta({ id: "CourseChecklist" });
export type CourseChecklist = z.output<typeof CourseChecklist>;
