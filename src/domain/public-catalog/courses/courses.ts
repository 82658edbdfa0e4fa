import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { Course } from "#domain/catalog/courses/course.ts";
import { Money, moneyOf, type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { anyOf, joinedToAny, matching, tagged, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { forAnyone, operation, read } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { partOf } from "#lib/text/smallest-payment.ts";
import { checkoutsOf } from "../checkouts.ts";
import { portraitsOf } from "../lecturers.ts";
import {
  serializePublic,
  PublicCourse,
  type PublicCourseRow,
  PublicCourseSummary,
  type PublicPlan,
  publicColumns,
} from "./public-course.ts";
import { isListed, isVisible, inCategories, ofLecturers } from "#domain/catalog/courses/course-conditions.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { browseCategories } from "../categories.ts";
import { keptUntilChanged } from "../content-version.ts";
import { isListedPlan, pricingsOf, PublicPricing } from "../membership-plans.ts";
import { isOnSale } from "#domain/offers/course-plans/queries.ts";

/** The lowest price depends on the time, so that it has no index. */
const notByPrice =
  "Courses are not sorted by price: filter with `price_max`, or compare all prices in `/pricing.md` (in MCP, with get_pricing).";

const courses = listing<PublicCourseRow>({
  kind: "course",
  table: sql`courses`,
  columns: publicColumns,
  searchable: true,
  keepsDeleted: false,
  defaultSort: "position",
  sorts: { position: "integer", name: "text", createdAt: "timestamptz" },
  notSorted: { price: notByPrice, price_from: notByPrice },
  filters: {
    language: anyOf(z.string().max(35), sql`courses.language`, sql`courses.deleted_at is null`),
    level: withoutIndex(anyOf(z.enum(["beginner", "intermediate", "advanced", "all"]), sql`courses.level`)),
    courseType: withoutIndex(anyOf(Course.shape.courseType, sql`courses.course_type`)),
    tag: tagged(sql`courses`),
    lecturerId: joinedToAny(Id("lecturer"), ofLecturers, 20),
    categoryId: joinedToAny(Id("courseCategory"), inCategories, 20),
    priceMax: matching(
      Money.meta({ description: "Maximum price. Includes free courses." }),
      ({ amount, currency }, { id }, now) => ({
        column: sql`courses.id`,
        table: sql`course_plans`,
        by: sql`course_plans.course_id`,
        condition: sql`course_plans.site_id = ${id} and ${isOnSale(now)}
                       and (course_plans.price_amount is null
                            or course_plans.price_amount <= ${amount} and course_plans.price_currency = ${currency})`,
      }),
    ),
  },
});

/** Courses from which the choices are collected. Those of larger schools are of their first courses. */
const maxCourses = 2000;

/** The choices that divide the listed courses. One choice alone divides nothing. */
const CourseFilters = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  languages: z.array(z.string()),
  levels: z.array(Course.shape.level.unwrap()),
  hasFree: z.boolean(),
});
type CourseFilters = z.output<typeof CourseFilters>;

async function readFilters(context: Context): Promise<CourseFilters> {
  const { db, site } = context;
  const choices = await db.many<Pick<z.output<typeof Course>, "language" | "level" | "courseType">>`
    ${inIndexOrder} select courses.language, courses.level, courses.course_type from courses
     where courses.site_id = ${site.id} and ${isListed} order by courses.position, courses.id limit ${maxCourses}`;
  const { data } = await read(browseCategories, context, { kind: "course" });
  const areFree = new Set(choices.map(({ courseType }) => courseType === "free"));
  return {
    categories: several(data.map(({ id, name }) => ({ id, name }))),
    languages: several([...new Set(choices.map(({ language }) => language))].toSorted()),
    levels: several([...new Set(choices.flatMap(({ level }) => level ?? []))].toSorted()),
    hasFree: areFree.size === 2,
  };
}

const several = <Choice>(choices: Choice[]): Choice[] => (choices.length > 1 ? choices : []);

const keptCourseFilters = keptUntilChanged(readFilters);

export const browseCourses = operation({
  name: "browseCourses",
  summary: "List public courses",
  reads: forAnyone,
  input: courses.input.extend({ limit: z.number().int().min(1).max(100).default(20) }),
  output: pageSchemaOf(PublicCourseSummary),
  run: async (context, requested) =>
    mapPage(await courses.page(context, requested, { confine: [isListed] }), (course) =>
      serializePublic(context, course),
    ),
});

export const showCourseFilters = operation({
  name: "showCourseFilters",
  summary: "List the choices of the filters of public courses",
  reads: forAnyone,
  input: z.object({}),
  output: CourseFilters,
  run: async (context) => keptCourseFilters(context),
});

/** A membership plan that gives access to a course. */
const PlanOfCourse = z.object({
  id: Id("membershipPlan"),
  name: z.string(),
  url: z.string(),
  pricings: z.array(PublicPricing),
});
type PlanOfCourse = z.output<typeof PlanOfCourse>;

/** Returns the plans in the public catalog that include a course, with their prices. */
async function listPlansOfCourse(context: Context, courseId: string): Promise<PlanOfCourse[]> {
  const { db, site } = context;
  const plans = await db.many<{ id: string; name: string; slug: string }>`
    select membership_plans.id, membership_plans.name, membership_plans.slug from membership_plans
     where membership_plans.site_id = ${site.id} and ${isListedPlan}
       and (membership_plans.all_courses
            or exists (select from membership_plan_courses included
                        where included.site_id = membership_plans.site_id and included.plan_id = membership_plans.id
                          and included.course_id = ${courseId}))
     order by membership_plans.position, membership_plans.id limit 20 ${inIndexOrder}`;
  const pricings = await pricingsOf(context, plans);
  return plans.map(({ id, name, slug }) => ({
    id,
    name,
    url: `${site.origin}/membership-plans/${slug}`,
    pricings: pricings.filter(({ planId }) => planId === id).map(({ planId: _plan, ...pricing }) => pricing),
  }));
}

/** A public course with the membership plans that include it. */
const PublicCourseWithMemberships = PublicCourse.extend({
  membershipPlans: z.array(PlanOfCourse).meta({ description: "Membership plans that include the course" }),
});

export const showCourse = operation({
  name: "showCourse",
  summary: "Retrieve a public course",
  description: "Includes plans and prices.",
  reads: forAnyone,
  input: z.object({ course: ReferenceTo("course") }),
  output: PublicCourseWithMemberships,
  async run(context, { course: reference }) {
    const course = await requireVisibleCourse(context, reference);
    const [lecturers, plans, membershipPlans] = await Promise.all([
      portraitsOf(context, { teaching: sql`course_lecturers`, key: sql`course_id`, id: course.id }),
      plansOf(context, course.id),
      course.courseType === "free" ? [] : listPlansOfCourse(context, course.id),
    ]);
    return { ...serializePublic(context, course), lecturers, plans, membershipPlans };
  },
});

type VisibleCourse = PublicCourseRow & {
  descriptionMarkdown: string;
  outcomes: string[];
  requirements: string[];
  audience: string[];
};

/** Returns the course. Throws `not_found` unless it is visible to everyone who has its address. */
export async function requireVisibleCourse(context: Context, reference: Reference): Promise<VisibleCourse> {
  const { db, site, now } = context;
  const course = await db.first<VisibleCourse>`
    select ${publicColumns(now)}, courses.description_markdown, courses.outcomes, courses.requirements, courses.audience
      from ${table("courses").withReference(site.id, reference)}
     where courses.site_id = ${site.id} and ${isVisible}`;
  if (!course) throw notFound("course", "id" in reference ? "with this ID" : reference.slug);
  return course;
}

async function plansOf(context: Context, courseId: string): Promise<PublicPlan[]> {
  const { db, site, now } = context;
  const courses = await db.many<
    Pick<PublicPlan, "id" | "name" | "planType"> & {
      priceAmount: number | null;
      priceCurrency: string | null;
      compareAtAmount: number | null;
      installments: { count: number; interval: string } | null;
    }
  >`
    select id, name, plan_type, price_amount, price_currency, compare_at_amount, installments from course_plans
     where course_plans.site_id = ${site.id} and course_plans.course_id = ${courseId} and ${isOnSale(now)}
     order by position, id limit 100`;
  const prices = courses.map(({ priceAmount, priceCurrency }) => moneyOf(priceAmount, priceCurrency));
  const checkoutOf = await checkoutsOf(context, prices);
  return courses.map(({ priceAmount: _amount, priceCurrency, compareAtAmount, installments, ...plan }, index) => {
    const price = prices[index] ?? null;
    return {
      ...plan,
      price,
      compareAtPrice: moneyOf(compareAtAmount, priceCurrency),
      installments: installments && { ...installments, payment: price && partOf(price, installments.count) },
      checkoutUrl: checkoutOf(formatId("coursePlan", plan.id), price),
    };
  });
}
