import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { givesBenefits } from "#domain/memberships/subscriptions/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireSession } from "#domain/platform/require-session.ts";

interface IncludedPlan {
  planId: string;
  allCourses: boolean;
}

interface Row {
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
  access: { only: ["session"] },
  writes: false,
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
    const found = plans.length === 0 ? [] : await coursesOf(context, memberId, plans, limit + 1);
    return {
      courses: found
        .slice(0, limit)
        .map(({ coverFileId, ...course }) => ({ ...course, coverUrl: publicFileUrl(context.site, coverFileId) })),
      hasMore: found.length > limit,
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

const coursesOf = (
  { db, site }: Context,
  memberId: string,
  plans: readonly IncludedPlan[],
  first: number,
): Promise<Row[]> => db.many<Row>`
  select courses.slug, courses.name, courses.subtitle, courses.language, courses.cover_file_id
    from courses
   where courses.site_id = ${site.id} and courses.status = 'published' and courses.visibility <> 'unlisted'
     and ${table("courses").present} and ${isIn(plans)}
     and not exists (
       select from enrollments
        where enrollments.site_id = courses.site_id and enrollments.course_id = courses.id
          and enrollments.student_id = ${memberId} and enrollments.deleted_at is null
          and enrollments.status <> 'revoked')
   order by courses.position, courses.id limit ${first}`;

const isIn = (plans: readonly IncludedPlan[]): Sql =>
  plans.some(({ allCourses }) => allCourses)
    ? sql`true`
    : sql`exists (
        select from membership_plan_courses included
         where included.site_id = courses.site_id and included.course_id = courses.id
           and included.plan_id = any(${plans.map(({ planId }) => planId)}::uuid[]))`;
