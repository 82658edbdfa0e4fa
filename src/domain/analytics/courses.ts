import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { courseStatuses } from "#domain/catalog/courses/course.ts";
import { ownCourses } from "#domain/catalog/courses/own-courses.ts";
import type { Context } from "#domain/platform/context.ts";
import { Money } from "#domain/platform/fields.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { countsForProgress, withSections } from "#domain/catalog/curriculum/taught-lectures.ts";
import { inSnapshot } from "#domain/platform/in-snapshot.ts";
import { operation } from "#domain/platform/operation.ts";
import { toPercent } from "./evaluate.ts";
import { requested, ComputedThrough, type Period, periodOf, until } from "./period.ts";
import { scope } from "./may-read.ts";
import { computedThrough, type Cut, everOf, peopleIn, type Sum, sumsEver, sumsIn } from "./read-rollups.ts";

interface CourseRow {
  id: string;
  name: string;
  status: (typeof courseStatuses)[number];
  position: number;
  createdAt: Date;
}

const courses = listing<CourseRow>({
  kind: "course",
  table: sql`courses`,
  columns: sql`courses.id, courses.name, courses.status, courses.position, courses.created_at`,
  keepsDeleted: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", name: "text", position: "integer" },
  filters: { status: anyOf(z.enum(courseStatuses), sql`courses.status`) },
});
const { includeDeleted: _none, ...listed } = courses.input.shape;

const Count = z.number().int().min(0);

const CourseAnalytics = z
  .object({
    object: z.literal("course_analytics"),
    id: Id("course"),
    name: z.string(),
    status: z.enum(courseStatuses),
    enrollments: Count,
    activeStudents: Count,
    lecturesCompleted: Count,
    courseCompletions: Count,
    averageProgressPercent: z.number().min(0).max(100).nullable().meta({
      description: "Current share of required lectures completed, averaged over everyone who was ever enrolled",
    }),
    revenue: z
      .array(Money)
      .optional()
      .meta({ description: "Revenue from its plans. Included only with `orders:read`." }),
  })
  .meta({ id: "CourseAnalytics" });

export const listCourseAnalytics = operation({
  name: "listCourseAnalytics",
  summary: "List course analytics",
  description: "Enrollments, activity, completions and revenue of each course.",
  reads: { scope },
  input: z.object({
    ...listed,
    from: requested.from.optional(),
    to: requested.to.optional().meta({ description: "Defaults to now" }),
  }),
  output: pageSchemaOf(CourseAnalytics).extend({
    from: Instant.nullable(),
    to: Instant,
    computedThrough: ComputedThrough,
  }),
  run: (requestContext, { from, to = requestContext.now, ...listInput }) =>
    inSnapshot(requestContext, async (context) => {
      const period = from ? periodOf({ from, to }) : until(to);
      const page = await courses.page(context, listInput, { confine: [ownCourses(context)] });
      const [numbers, through] = await Promise.all([
        numbersOf(
          context,
          page.data.map(({ id }) => id),
          period,
        ),
        computedThrough(context),
      ]);
      return {
        ...page,
        data: page.data.map(({ id, name, status }) => ({
          object: "course_analytics" as const,
          id,
          name,
          status,
          ...numbers(id),
        })),
        from: from ? period.from : null,
        to: period.to,
        computedThrough: through,
      };
    }),
});

/** Loads the figures for one page of courses with a constant number of statements. */
async function numbersOf(context: Context, ids: readonly string[], period: Period) {
  const cut: Cut = { dimension: "course", keys: ids, divided: true };
  const seesMoney = holdsScope(context.caller, "orders:read");
  const counters = ["enrollments", "lectures_completed", "courses_completed"] as const;
  const [sums, active, progress] = await Promise.all([
    sumsIn(context, [...counters, ...(seesMoney ? (["gross_revenue"] as const) : [])], [period], cut),
    peopleIn(context, [period], cut),
    averageProgress(context, ids),
  ]);
  const of = (id: string, counter: Sum["counter"]) =>
    sums.find((sum) => sum.key === id && sum.counter === counter)?.value ?? 0;
  return (id: string) => ({
    enrollments: of(id, "enrollments"),
    activeStudents: active.find(({ key }) => key === id)?.value ?? 0,
    lecturesCompleted: of(id, "lectures_completed"),
    courseCompletions: of(id, "courses_completed"),
    averageProgressPercent: progress.get(id) ?? null,
    ...(seesMoney && {
      revenue: sums
        .filter(({ key, counter }) => key === id && counter === "gross_revenue")
        .map(({ currency, value }) => ({ amount: value, currency })),
    }),
  });
}

/** Returns completed required lectures as a share of the possible completions. */
async function averageProgress(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { db, site } = context;
  const completed = await db.many<{ courseId: string; lectures: number; completions: number }>`
    select lectures.course_id, count(*) as lectures, coalesce(sum(rollups.value), 0)::bigint as completions
      from ${table("lectures").under(site.id, "course_id", ids)}
     ${withSections}
      left join ${everOf(site.id, "lectures_completed", "lecture", sql`lectures.id::text`)} on true
     where ${countsForProgress}
     group by lectures.course_id`;
  const enrolled = await sumsEver(context, ["enrollments"], { dimension: "course", keys: ids, divided: true });
  return new Map(
    enrolled.flatMap(({ key, value }) => {
      const course = completed.find(({ courseId }) => courseId === key);
      return course && value > 0
        ? [[key, Math.min(100, toPercent(course.completions / (course.lectures * value)))]]
        : [];
    }),
  );
}
