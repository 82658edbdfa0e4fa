import { type Sql, sql } from "#database/statements/sql.ts";

/** Condition for plans that can be bought now. */
export const isOnSale = (now: Date): Sql => sql`
  course_plans.active and course_plans.deleted_at is null
  and (course_plans.sale_starts_at is null or course_plans.sale_starts_at <= ${now})
  and (course_plans.sale_ends_at is null or course_plans.sale_ends_at > ${now})`;
