import { sql } from "#database/sql.ts";
import type { ProductKind } from "./product-kind.ts";

export const coursePlan: ProductKind = {
  word: "course plan",
  scope: "students:write",
  table: sql`course_plans`,
  parent: { table: sql`courses`, id: sql`course_id`, label: sql`name` },
  isSellable: () => sql`course_plans.active and courses.deleted_at is null and courses.status = 'published'`,
  usedAt: (slug) => `/learn/${slug}/continue`,
  access: { table: sql`enrollments`, idKind: "enrollment", isDeletedAtEnd: false },
};
