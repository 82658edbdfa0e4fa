import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { Course, type CourseRecord } from "#domain/catalog/courses/course.ts";
import { Money } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { CheckoutUrl } from "../checkouts.ts";
import { fileAddress, publicFile } from "../public-file.ts";
import { isOnSale } from "#domain/offers/course-plans/queries.ts";

/** Payments of a price that is paid in parts. Null for other prices. */
export const PublicInstallments = z
  .object({
    count: z.number().int(),
    interval: z.string(),
    payment: Money.nullable().meta({ description: "Each payment. The first one bears the remainder." }),
  })
  .nullable();

/** A plan in the public catalog. */
export const PublicPlan = z.object({
  id: Id("coursePlan"),
  name: z.string(),
  planType: z.string(),
  price: Money.nullable(),
  compareAtPrice: Money.nullable(),
  installments: PublicInstallments,
  checkoutUrl: CheckoutUrl,
});
export type PublicPlan = z.output<typeof PublicPlan>;

/** A course in the public catalog. */
export const PublicCourseSummary = z.object({
  id: Id("course"),
  slug: z.string(),
  name: z.string(),
  subtitle: z.string().nullable(),
  courseType: Course.shape.courseType,
  language: z.string(),
  level: Course.shape.level,
  tags: z.array(z.string()),
  lectureCount: z.number().int().min(0),
  durationSeconds: z.number().int().min(0),
  ratingAverage: z.number().min(1).max(5).nullable(),
  ratingCount: z.number().int().min(0),
  /** Null if the course is free. */
  priceFrom: Money.nullable(),
  /** True if plans have different prices: pages say "from" then. */
  priceVaries: z.boolean(),
  publishedAt: Instant.nullable(),
  coverUrl: z.string().nullable(),
  url: z.string(),
});
export type PublicCourseSummary = z.output<typeof PublicCourseSummary>;

export const PublicCourse = PublicCourseSummary.extend({
  descriptionMarkdown: z.string(),
  outcomes: z.array(z.string()),
  requirements: z.array(z.string()),
  audience: z.array(z.string()),
  lecturers: z.array(
    z.object({
      id: Id("lecturer"),
      slug: z.string(),
      name: z.string(),
      title: z.string().nullable(),
      pictureUrl: z.string().nullable(),
    }),
  ),
  plans: z.array(PublicPlan),
});

const pricesOnSale = (now: Date): Sql => sql`
     from course_plans
    where course_plans.site_id = courses.site_id and course_plans.course_id = courses.id and ${isOnSale(now)}
      and course_plans.price_amount is not null`;

/** The lowest price on sale now. */
const priceFrom = (now: Date): Sql => sql`
  (select jsonb_build_object('amount', course_plans.price_amount, 'currency', course_plans.price_currency)
     ${pricesOnSale(now)}
    order by course_plans.price_amount limit 1) as price_from`;

/** True if the lowest price is not the only one. */
const priceVaries = (now: Date): Sql => sql`
  (select count(distinct (course_plans.price_amount, course_plans.price_currency)) > 1
     ${pricesOnSale(now)}) as price_varies`;

export const publicColumns = (now: Date): Sql => sql`
  courses.id, courses.slug, courses.name, courses.subtitle, courses.course_type, courses.language, courses.level,
  courses.tags, courses.lecture_count, courses.duration_seconds, courses.rating_sum, courses.rating_count,
  courses.published_at, courses.position, courses.created_at, ${publicFile(sql`courses`, sql`courses.cover_file_id`)} as cover_file_id,
  ${priceFrom(now)}, ${priceVaries(now)}`;

export type PublicCourseRow = Omit<PublicCourseSummary, "ratingAverage" | "coverUrl" | "url"> &
  Pick<CourseRecord, "ratingSum" | "position" | "createdAt" | "coverFileId">;

export function serializePublic<Row extends PublicCourseRow>(
  scope: SiteScope,
  { ratingSum, coverFileId, ...row }: Row,
) {
  const { site } = scope;
  const { ratingCount, slug } = row;
  return {
    ...row,
    coverUrl: fileAddress(scope, coverFileId),
    ratingAverage: ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 100) / 100,
    url: `${site.origin}/courses/${slug}`,
  };
}
