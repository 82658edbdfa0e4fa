import { sql } from "#database/sql.ts";
import { isVisible } from "#domain/catalog/courses/public-courses.ts";
import type { CoursePlanRow } from "#domain/offers/course-plans/course-plan.ts";
import { findPlan } from "#domain/offers/course-plans/queries.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { moneyOf } from "#domain/platform/fields.ts";
import { rowOfReference } from "#domain/platform/row-of-reference.ts";
import { nameOfItem } from "./named-rows.ts";
import type { ProductKind } from "./product-kind.ts";

export const coursePlan: ProductKind = {
  word: "course plan",
  scope: "students:write",
  table: sql`course_plans`,
  parent: { table: sql`courses`, id: sql`course_id`, label: sql`name` },
  isSellable: () => sql`course_plans.active and courses.deleted_at is null and courses.status = 'published'`,
  usedAt: (slug) => `/learn/${slug}/continue`,
  access: { table: sql`enrollments`, idKind: "enrollment", isDeletedAtEnd: false },

  async find(context, id) {
    const plan = await findPlan(context, id);
    const course = plan && (await findCourse(context, plan.courseId));
    if (!course) return undefined;
    const { installments } = plan;
    return {
      product: { type: "course", id: course.id },
      name: nameOfItem(course.name, plan.name),
      price: moneyOf(plan.priceAmount, plan.priceCurrency),
      recurring: installments && {
        interval: installments.interval,
        intervalCount: 1,
        payments: installments.count,
        trialDays: 0,
      },
      path: `/courses/${course.slug}`,
      isOnSale: course.isVisible && isOnSale(plan, context.now),
      maxQuantity: 1,
    };
  },
  endOfPayment: null,
};

const findCourse = ({ db, site }: SiteScope, id: string) =>
  db.first<{ id: string; slug: string; name: string; isVisible: boolean }>`
    select courses.id, courses.slug, courses.name, (${isVisible}) as is_visible
      from ${rowOfReference(sql`courses`, site.id, { id })} where courses.deleted_at is null`;

const isOnSale = (
  { active, saleStartsAt, saleEndsAt }: Pick<CoursePlanRow, "active" | "saleStartsAt" | "saleEndsAt">,
  now: Date,
): boolean => active && (saleStartsAt === null || saleStartsAt <= now) && (saleEndsAt === null || saleEndsAt > now);
