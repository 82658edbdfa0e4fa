import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { CoursePlan, CoursePlanChanges, type CoursePlanRow, NewCoursePlan, serializePlan } from "./course-plan.ts";
import { findPlan, lockPlan } from "./queries.ts";
import { addPlan, changePlan, endPlan } from "./save-plan.ts";

const planEvent =
  (type: `course_plan.${string}`) =>
  (_input: unknown, { id }: { id: string }) =>
    eventAbout(type, "coursePlan", id);

export const getCoursePlan = operation({
  name: "getCoursePlan",
  summary: "Retrieve a course plan",
  access: { scope: "courses:read" },
  writes: false,
  input: z.object({ id: Id("coursePlan") }),
  output: CoursePlan,
  async run(context, { id }) {
    const plan = await findPlan(context, id);
    if (!plan) throw notFound("plan", formatId("coursePlan", id));
    await requireOwnCourse(context, plan.courseId);
    return serializePlan(plan);
  },
  version: ({ version }) => version,
});

export const createCoursePlan = operation({
  name: "createCoursePlan",
  summary: "Create a course plan",
  access: { scope: "courses:write" },
  writes: true,
  input: NewCoursePlan.extend({ course: ReferenceTo("course") }),
  output: CoursePlan,
  async run(context, { course, ...fields }) {
    const id = await addPlan(context, await requireCourseId(context, course), fields);
    return serializePlan(await mustExist(findPlan(context, id)));
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("coursePlan", id),
  event: planEvent("course_plan.created"),
});

export const updateCoursePlan = operation({
  name: "updateCoursePlan",
  summary: "Update a course plan",
  description: "The price is fixed once the plan has been sold.",
  access: { scope: "courses:write" },
  writes: true,
  input: CoursePlanChanges.extend({ id: Id("coursePlan") }),
  output: CoursePlan,
  async run(context, { id, ...input }) {
    const existing = await requirePlan(context, id);
    if (!(await changePlan(context, existing, input))) return unchanged(serializePlan(existing));
    return serializePlan(await mustExist(findPlan(context, id)));
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("coursePlan", id),
  event: planEvent("course_plan.updated"),
});

export const deleteCoursePlan = operation({
  name: "deleteCoursePlan",
  summary: "Delete a course plan",
  description:
    "Archives the plan instead (`active` is false) if it has enrollments or orders. Set `active` to true to sell it again.",
  access: { scope: "courses:write" },
  writes: true,
  input: z.object({ id: Id("coursePlan") }),
  output: z.object({ id: Id("coursePlan"), archived: z.boolean() }),
  async run(context, { id }) {
    return { id, archived: await endPlan(context, await requirePlan(context, id)) };
  },
  audit: (_input, { id }) => about("coursePlan", id),
  event: planEvent("course_plan.updated"),
});

async function requireCourseId(context: Context, reference: Reference): Promise<string> {
  const course = await findCourse(context, reference);
  if (!course) throw resourceNotFound("course", reference);
  await requireOwnCourse(context, course.id);
  return course.id;
}

async function requirePlan(context: Context, id: string): Promise<CoursePlanRow> {
  const plan = await lockPlan(context, id);
  if (!plan) throw notFound("plan", formatId("coursePlan", id));
  await requireOwnCourse(context, plan.courseId);
  requireVersion(context, plan);
  return plan;
}
