import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { table } from "#database/table/table.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { givesBenefits } from "#domain/memberships/subscriptions/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";

interface IncludedPlan {
  planId: string;
  allCourses: boolean;
}

interface Row {
  id: string;
  position: number;
  slug: string;
  name: string;
  subtitle: string | null;
  language: string;
  coverFileId: string | null;
}

/** More memberships at a time give nothing new. */
const maxPlans = 20;

/** Courses that a membership gives and that the member has not started, in the order of the catalog. */
export const listIncludedCourses = operation({
  name: "listIncludedCourses",
  summary: "List courses that the member's memberships include",
  reads: { only: ["session"] },
  input: z.object({ limit: z.number().int().min(1).max(100) }),
  output: z.object({
    courses: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        subtitle: z.string().nullable(),
        language: z.string(),
        coverUrl: z.string().nullable(),
      }),
    ),
    /** True if there are more than `limit`. */
    hasMore: z.boolean(),
  }),
  async run(context, { limit }) {
    const { memberId } = requireSession(context);
    const plans = await plansOf(context, memberId);
    const courses = plans.length === 0 ? [] : await coursesOf(context, memberId, plans, limit + 1);
    return {
      courses: courses.slice(0, limit).map(({ slug, name, subtitle, language, coverFileId }) => ({
        slug,
        name,
        subtitle,
        language,
        coverUrl: publicFileUrl(context.site, coverFileId),
      })),
      hasMore: courses.length > limit,
    };
  },
});

const plansOf = ({ db, site, now }: Context, memberId: string): Promise<IncludedPlan[]> =>
  db.many<IncludedPlan>`
    select distinct membership_plans.id as plan_id, membership_plans.all_courses
      from subscriptions
      join membership_plans
        on membership_plans.site_id = subscriptions.site_id and membership_plans.id = subscriptions.plan_id
     where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId} and ${givesBenefits(now)}
     limit ${maxPlans}`;

/** Courses that one statement looks at, and how many of them follow one another at most. */
const batch = 50;
const maxBatches = 4;

/** The first of the courses that are not enrolled in. Who has started hundreds of them finds the others in the catalog. */
async function coursesOf(context: Context, memberId: string, plans: readonly IncludedPlan[], first: number) {
  const courses: Row[] = [];
  let after: Row | undefined;
  for (let count = 0; count < maxBatches && courses.length < first; count++) {
    const rows = await candidates(context, plans, after);
    const started = await startedOf(
      context,
      memberId,
      rows.map(({ id }) => id),
    );
    courses.push(...rows.filter(({ id }) => !started.has(id)));
    after = rows.at(-1);
    if (rows.length < batch) break;
  }
  return courses.slice(0, first);
}

const candidates = ({ db, site }: Context, plans: readonly IncludedPlan[], after?: Row): Promise<Row[]> => db.many<Row>`
  select courses.id, courses.position, courses.slug, courses.name, courses.subtitle, courses.language,
         courses.cover_file_id
    from courses
   where courses.site_id = ${site.id} and courses.status = 'published' and courses.visibility <> 'unlisted'
     and ${table("courses").present} and ${isIn(site.id, plans)}
     and ${after ? sql`(courses.position, courses.id) > (${after.position}::integer, ${after.id}::uuid)` : sql`true`}
   order by courses.position, courses.id limit ${batch}`;

/**
 * The courses among these that the member has started. Each is the first row of a list from the pair on, which only the
 * index of the pair can read: by equality, any index of the student looks as good without statistics.
 */
export async function startedOf(
  { db, site }: Context,
  memberId: string,
  courseIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.many<{ courseId: string }>`
    select found.course_id from unnest(${courseIds}::uuid[]) as requested (course_id)
     cross join ${inIndexOrder} lateral (
       select course_id, student_id, status, deleted_at from enrollments
        where site_id = ${site.id}
          and (enrollments.course_id, enrollments.student_id) >= (requested.course_id, ${memberId}::uuid)
        order by enrollments.course_id, enrollments.student_id limit 1) as found
     where found.course_id = requested.course_id and found.student_id = ${memberId}
       and found.status <> 'revoked' and found.deleted_at is null`;
  return new Set(rows.map(({ courseId }) => courseId));
}

const isIn = (siteId: string, plans: readonly IncludedPlan[]): Sql =>
  plans.some(({ allCourses }) => allCourses)
    ? sql`true`
    : sql`courses.id in (
        select included.course_id from membership_plan_courses included
         where included.site_id = ${siteId} and included.plan_id = any(${plans.map(({ planId }) => planId)}::uuid[]))`;
