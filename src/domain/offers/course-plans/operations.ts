import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { Course } from "#domain/catalog/courses/course.ts";
import { settleCourseType } from "#domain/catalog/courses/priced-plans.ts";
import { lockCourse } from "#domain/catalog/courses/queries.ts";
import { type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { CoursePlan, CoursePlanChanges, type CoursePlanRow, NewCoursePlan, serializePlan } from "./course-plan.ts";
import { findPlan, lockPlan } from "./queries.ts";
import { addPlan, changePlan, endPlan } from "./save-plan.ts";

/** A saved plan, with the type that the course has now. */
const SavedCoursePlan = versioned(
  CoursePlan.extend({
    courseType: Course.shape.courseType.meta({
      description: "The type of the course. A plan with a price makes a free course `paid`.",
    }),
  }).meta({ id: "SavedCoursePlan" }),
);

interface PlanChange {
  /** True if the plan made a free course paid. */
  isNowPaid: boolean;
}

/** Events of a saved plan, and of its course if the type changed. */
const savedEvents =
  (type: "course_plan.created" | "course_plan.updated") =>
  (_input: unknown, plan: { id: string; courseId: string }, { isNowPaid }: Partial<PlanChange> = {}) => [
    eventAbout(type, "coursePlan", plan.id),
    ...(isNowPaid ? [eventAbout("course.updated", "course", plan.courseId)] : []),
  ];

/** Reads a saved plan after it had its effect on the course. */
async function saved(context: Context, id: string, courseId: string, isChanged = true) {
  const { courseType, isNowPaid } = await settleCourseType(context, courseId);
  const plan = serializePlan(await mustExist(findPlan(context, id)));
  const facts: PlanChange = { isNowPaid };
  return new Outcome({ ...plan, courseType }, { changed: isChanged || isNowPaid, facts });
}

const auditOf = (_input: unknown, { id, courseType }: { id: string; courseType: string }, facts?: PlanChange) =>
  about("coursePlan", id, facts?.isNowPaid ? { courseType } : undefined);

export const getCoursePlan = operation({
  name: "getCoursePlan",
  summary: "Retrieve a course plan",
  reads: "courses:read",
  input: z.object({ id: Id("coursePlan") }),
  output: CoursePlan,
  async run(context, { id }) {
    const plan = await findPlan(context, id);
    if (!plan) throw notFound("plan", formatId("coursePlan", id));
    await requireOwnCourse(context, plan.courseId);
    return serializePlan(plan);
  },
});

export const createCoursePlan = operation({
  name: "createCoursePlan",
  summary: "Create a course plan",
  description: "An active plan with a price changes the type of a free course to `paid`.",
  writes: "courses:write",
  input: NewCoursePlan.extend({ course: ReferenceTo("course") }),
  output: SavedCoursePlan,
  async run(context, { course, ...fields }) {
    const courseId = await requireCourseId(context, course);
    return saved(context, await addPlan(context, courseId, fields), courseId);
  },
  audit: auditOf,
  event: savedEvents("course_plan.created"),
});

export const updateCoursePlan = operation({
  name: "updateCoursePlan",
  summary: "Update a course plan",
  description:
    "A new price applies to new orders. Orders that were placed, and later installments, keep their amounts. An active plan with a price changes the type of a free course to `paid`.",
  writes: "courses:write",
  input: CoursePlanChanges.extend({ id: Id("coursePlan") }),
  output: SavedCoursePlan,
  async run(context, { id, ...input }) {
    const existing = await requirePlan(context, id);
    return saved(context, id, existing.courseId, await changePlan(context, existing, input));
  },
  audit: auditOf,
  event: savedEvents("course_plan.updated"),
});

export const deleteCoursePlan = operation({
  name: "deleteCoursePlan",
  summary: "Delete a course plan",
  description:
    "Archives the plan instead (`active` is false) if it has enrollments or orders. Set `active` to true to sell it again.",
  writes: "courses:write",
  input: z.object({ id: Id("coursePlan") }),
  output: z.object({ id: Id("coursePlan"), archived: z.boolean() }),
  async run(context, { id }) {
    return { id, archived: await endPlan(context, await requirePlan(context, id)) };
  },
  emits: "course_plan.updated",
});

/** Locks the course, as imports do before they change its plans. */
async function requireCourseId(context: Context, reference: Reference): Promise<string> {
  const course = await lockCourse(context, reference);
  if (!course || course.deletedAt) throw resourceNotFound("course", reference);
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
