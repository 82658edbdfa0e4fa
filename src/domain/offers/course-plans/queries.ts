import { assignments, rows, type Sql, sql } from "#database/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { CoursePlanRow } from "./course-plan.ts";

export const columns = sql`
  course_plans.id, course_plans.course_id, course_plans.name, course_plans.plan_type, course_plans.price_amount,
  course_plans.price_currency, course_plans.compare_at_amount, course_plans.installments, course_plans.access,
  course_plans.seats, course_plans.seats_taken, course_plans.sale_starts_at, course_plans.sale_ends_at,
  course_plans.active, course_plans.position, course_plans.external_id, course_plans.metadata, course_plans.version,
  course_plans.created_at, course_plans.updated_at`;

/** Maximum number of plans per course, including archived ones. Plans are returned in one unpaginated list. */
export const maxPlans = 500;

export const listPlansOf = ({ db, site }: SiteScope, courseId: string): Promise<CoursePlanRow[]> =>
  db.many<CoursePlanRow>`
    select ${columns} from course_plans
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
     order by position, id limit ${maxPlans}`;

/** Returns the plans of several courses, in order within each course. */
export const listPlansOfCourses = ({ db, site }: SiteScope, courseIds: readonly string[]): Promise<CoursePlanRow[]> =>
  db.many<CoursePlanRow>`
    select ${columns} from ${table("course_plans").under(site.id, "course_id", courseIds)}
     where course_plans.deleted_at is null
     order by position, id limit ${courseIds.length * maxPlans}`;

export const findPlan = ({ db, site }: SiteScope, id: string): Promise<CoursePlanRow | undefined> =>
  db.first<CoursePlanRow>`
    select ${columns} from course_plans where site_id = ${site.id} and id = ${id} and ${table("course_plans").present}`;

/** Returns the ID of a course's deleted plan with this external ID. */
export const findDeletedPlan = async ({ db, site }: SiteScope, courseId: string, externalId: string) =>
  (
    await db.first<{ id: string }>`
      select id from course_plans
       where site_id = ${site.id} and course_id = ${courseId} and external_id = ${externalId}
         and deleted_at is not null`
  )?.id;

export const lockPlan = ({ db, site }: SiteScope, id: string): Promise<CoursePlanRow | undefined> =>
  db.first<CoursePlanRow>`
    select ${columns} from course_plans
     where site_id = ${site.id} and id = ${id} and ${table("course_plans").present} for no key update`;

/** Returns false if the external ID is already taken. */
export async function insertPlan(
  { db, site }: SiteScope,
  plan: Pick<CoursePlanRow, "id" | "courseId" | "name" | "planType"> & Partial<CoursePlanRow>,
  now: Date,
): Promise<boolean> {
  const row = { siteId: site.id, ...plan, createdAt: now, updatedAt: now };
  return (await db.run`insert into course_plans ${rows(row)} on conflict do nothing`) === 1;
}

export async function updatePlan(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Omit<CoursePlanRow, "id" | "version">> & { deletedAt?: Date | null },
  now: Date,
): Promise<void> {
  await db.run`
    update course_plans set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** Returns true if the plan has enrollments or paid orders. */
export const isSold = (scope: SiteScope, plan: CoursePlanRow): Promise<boolean> =>
  hasTakers(scope, plan, sql`orders.paid_at is not null`);

/**
 * Returns true if the plan has enrollments or orders, paid or not. Such a plan cannot be deleted because other rows
 * reference it.
 */
export const isNamed = (scope: SiteScope, plan: CoursePlanRow): Promise<boolean> => hasTakers(scope, plan, sql`true`);

const hasTakers = async ({ db, site }: SiteScope, { id, courseId }: CoursePlanRow, ordered: Sql): Promise<boolean> =>
  (await db.first`
    (select enrollments.id from enrollments
      where site_id = ${site.id} and course_id = ${courseId} and plan_id = ${id} limit 1)
    union all
    (select lines.id from order_lines lines
       join orders on orders.site_id = lines.site_id and orders.id = lines.order_id
      where lines.site_id = ${site.id} and lines.product_type = 'course_plan' and lines.product_id = ${id}
        and ${ordered} limit 1)
    limit 1`) !== undefined;
