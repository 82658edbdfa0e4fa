import type * as z from "zod";
import type { EnrollmentOption } from "#domain/learning/self-enrollment/enrollment-option.ts";
import type { showCourse } from "#domain/public-catalog/courses/courses.ts";
import type { showOutline } from "#domain/public-catalog/courses/outline.ts";
import type { PublicCourseSummary } from "#domain/public-catalog/courses/public-course.ts";
import type { PageContent } from "./page-seo.ts";
import type { Reviews } from "./reviews.ts";

export type Course = z.output<typeof showCourse.output>;

export interface CoursePage {
  course: Course;
  outline: z.output<typeof showOutline.output>;
  presented: PageContent;
  /** URL of the promo video. */
  promoVideoUrl: string | null;
  option: EnrollmentOption;
  /** True if the school accepts payments. */
  sells: boolean;
  /** Null without ratings, or if the school does not display ratings. */
  reviews: Reviews | null;
  /** The member's order that waits for its payment (`ord_…`). */
  waitingOrder: string | null;
  /** Other courses of the school. */
  related: readonly PublicCourseSummary[];
}
