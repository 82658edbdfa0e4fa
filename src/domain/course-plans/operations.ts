import * as z from "zod";
import { about } from "#domain/audit/about.ts";
import { unchanged } from "#domain/changes/unchanged.ts";
import { isNothing, whatChanges } from "#domain/changes/what-changes.ts";
import type { Context } from "#domain/context.ts";
import { requireOwnCourse } from "#domain/courses/own-courses.ts";
import { findCourse } from "#domain/courses/queries.ts";
import { type Reference, ReferenceTo } from "#domain/fields.ts";
import { formatId, Id, newId } from "#domain/ids.ts";
import { noSuch } from "#domain/no-such.ts";
import { operation } from "#domain/operation.ts";
import { eventAbout } from "#domain/outbox/event-about.ts";
import { notFound, Problem, validationFailed } from "#domain/problem.ts";
import { takeTurns } from "#domain/take-turns.ts";
import { requireVersion } from "#domain/version.ts";
import {
  CoursePlan,
  CoursePlanChanges,
  type CoursePlanRow,
  NewCoursePlan,
  presentPlan,
  writablePlan,
} from "./course-plan.ts";
import { findPlan, insertPlan, isNamed, isSold, listPlansOf, lockPlan, mostPlans, updatePlan } from "./queries.ts";

const planEvent =
  (type: `course_plan.${string}`) =>
  (_input: unknown, { id }: { id: string }) =>
    eventAbout(type, "coursePlan", id);

export const getCoursePlan = operation({
  name: "getCoursePlan",
  summary: "Read one plan of a course",
  access: { scope: "courses:read" },
  writes: false,
  input: z.object({ id: Id("coursePlan") }),
  output: CoursePlan,
  async run(context, { id }) {
    const plan = await findPlan(context, id);
    if (!plan) throw notFound("plan", formatId("coursePlan", id));
    await requireOwnCourse(context, plan.courseId);
    return presentPlan(plan);
  },
});

export const createCoursePlan = operation({
  name: "createCoursePlan",
  summary: "Offer a course by another plan",
  access: { scope: "courses:write" },
  writes: true,
  input: NewCoursePlan.extend({ course: ReferenceTo("course") }),
  output: CoursePlan,
  async run(context, { course, price, compareAtPrice, ...fields }) {
    const courseId = await requireCourseId(context, course);
    requirePrice(fields.planType, price ?? null, compareAtPrice ?? null);
    requireInstallments(fields.planType, fields.installments ?? null);
    await takeTurns(context, `plans of course ${courseId}`);
    if ((await listPlansOf(context, courseId)).length >= mostPlans) {
      throw new Problem("conflict", `A course has at most ${mostPlans} plans. Delete those that nobody has bought.`);
    }
    const id = newId();
    const plan = { ...fields, id, courseId, ...amountsOf({ price, compareAtPrice }) };
    if (!(await insertPlan(context, plan, context.now))) {
      throw new Problem("already_exists", "Another plan has this external_id.");
    }
    return presentPlan((await findPlan(context, id))!);
  },
  audit: (_input, { id }) => about("coursePlan", id),
  event: planEvent("course_plan.created"),
});

export const updateCoursePlan = operation({
  name: "updateCoursePlan",
  summary: "Change a plan; what it costs is fixed once it was sold",
  access: { scope: "courses:write" },
  writes: true,
  input: CoursePlanChanges.extend({ id: Id("coursePlan") }),
  output: CoursePlan,
  async run(context, { id, ...given }) {
    const held = await requirePlan(context, id);
    const before = presentPlan(held);
    const changed = whatChanges(writablePlan, before, given);
    if (isNothing(changed)) return unchanged(before);
    const { price, compareAtPrice: _compareAtPrice, ...changes } = changed;
    const wanted = { ...before, ...changed };
    requirePrice(wanted.planType, wanted.price, wanted.compareAtPrice);
    requireInstallments(wanted.planType, wanted.installments);
    const costsOtherwise = changes.planType !== undefined || price !== undefined;
    if (costsOtherwise && (await isSold(context, held))) {
      throw new Problem(
        "plan_in_use",
        "This plan was sold at its price. Make a new one and switch this one to inactive.",
      );
    }
    if (changes.seats && changes.seats < held.seatsTaken) {
      throw new Problem("capacity_below_sold", `${held.seatsTaken} seats are taken already.`);
    }
    await updatePlan(context, id, { ...changes, ...amountsOf(wanted) }, context.now);
    return presentPlan((await findPlan(context, id))!);
  },
  audit: (_input, { id }) => about("coursePlan", id),
  event: planEvent("course_plan.updated"),
});

export const deleteCoursePlan = operation({
  name: "deleteCoursePlan",
  summary:
    "Delete a plan, or archive it where somebody has or ordered it: it is not active then, and sold again once it is",
  access: { scope: "courses:write" },
  writes: true,
  input: z.object({ id: Id("coursePlan") }),
  output: z.object({ id: Id("coursePlan"), archived: z.boolean() }),
  async run(context, { id }) {
    const archived = await isNamed(context, await requirePlan(context, id));
    const changes = { active: false, ...(!archived && { deletedAt: context.now }) };
    await updatePlan(context, id, changes, context.now);
    return { id, archived };
  },
  audit: (_input, { id }) => about("coursePlan", id),
  event: planEvent("course_plan.updated"),
});

async function requireCourseId(context: Context, reference: Reference): Promise<string> {
  const course = await findCourse(context, reference);
  if (!course) throw noSuch("course", reference);
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

type Price = { amount: number; currency: string } | null;

function requirePrice(planType: CoursePlanRow["planType"], price: Price, compareAtPrice: Price): void {
  if (planType === "free" && price)
    throw validationFailed("/price", "not_allowed", "A free plan has no price. Leave it out.");
  if (planType !== "free" && !price)
    throw validationFailed("/price", "required", `A plan of type ${planType} needs a price.`);
  if (compareAtPrice && compareAtPrice.currency !== price?.currency) {
    throw validationFailed("/compareAtPrice/currency", "mismatch", "Both prices are in one currency.");
  }
}

function requireInstallments(planType: CoursePlanRow["planType"], installments: CoursePlanRow["installments"]): void {
  if ((planType === "installments") === (installments !== null)) return;
  throw validationFailed(
    "/installments",
    "mismatch",
    "A plan of type installments says how many there are; no other does.",
  );
}

const amountsOf = ({ price, compareAtPrice }: { price?: Price | undefined; compareAtPrice?: Price | undefined }) => ({
  priceAmount: price?.amount ?? null,
  priceCurrency: price?.currency ?? null,
  compareAtAmount: compareAtPrice?.amount ?? null,
});
