import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { CoursePlanRow } from "./course-plan.ts";
import { type Sql, sql } from "#database/statements/sql.ts";

const plans = defineTable<
  CoursePlanRow,
  Pick<CoursePlanRow, "id" | "courseId" | "name" | "planType"> & Partial<CoursePlanRow>,
  Partial<Omit<CoursePlanRow, "id" | "version">> & { deletedAt?: Date | null }
>("course_plans");
export const { columns, find: findPlan, lock: lockPlan, insertUnique: insertPlan, update: updatePlan } = plans;

/** Maximum number of plans per course, including archived ones. Plans are returned in one unpaginated list. */
export const maxPlans = 500;

/** Returns the plans of several courses, in order within each course. */
export const listPlansOfCourses = plans.listUnder("course_id", "position", maxPlans);

export const listPlansOf = ({ db, site }: SiteScope, courseId: string): Promise<CoursePlanRow[]> =>
  db.many<CoursePlanRow>`
    select ${columns} from course_plans
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
     order by position, id limit ${maxPlans}`;

/** Returns the ID of a course's deleted plan with this external ID. */
export const findDeletedPlan = async ({ db, site }: SiteScope, courseId: string, externalId: string) =>
  (
    await db.first<{ id: string }>`
      select id from course_plans
       where site_id = ${site.id} and course_id = ${courseId} and external_id = ${externalId}
         and deleted_at is not null`
  )?.id;

/**
 * Returns true if the plan has enrollments or orders, paid or not. Such a plan cannot be deleted because other rows
 * reference it.
 */
export const isNamed = async ({ db, site }: SiteScope, { id, courseId }: CoursePlanRow): Promise<boolean> =>
  (await db.first`
    (select enrollments.id from enrollments
      where site_id = ${site.id} and course_id = ${courseId} and plan_id = ${id} limit 1)
    union all
    (select id from order_lines
      where site_id = ${site.id} and product_type = 'course_plan' and product_id = ${id} limit 1)
    limit 1`) !== undefined;

/** Condition for plans that can be bought now. */
export const isOnSale = (now: Date): Sql => sql`
  course_plans.active and course_plans.deleted_at is null
  and (course_plans.sale_starts_at is null or course_plans.sale_starts_at <= ${now})
  and (course_plans.sale_ends_at is null or course_plans.sale_ends_at > ${now})`;
