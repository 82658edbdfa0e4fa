import type * as z from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Review } from "#domain/feedback/reviews/review.ts";
import type { ReviewView } from "../../views/admin/reviews/reviews.ts";
import { namesOfCourses, namesOfPeople } from "../parts/names.ts";
import { hrefOf } from "../parts/href-of.ts";

/** Adds the names of courses and authors to reviews. */
export async function withNames(
  context: RequestContext,
  reviews: readonly (z.output<typeof Review> & Pick<ReviewView, "version">)[],
): Promise<ReviewView[]> {
  const [courses, members] = await Promise.all([
    namesOfCourses(
      context,
      reviews.map(({ courseId }) => courseId),
    ),
    namesOfPeople(
      context,
      reviews.map(({ memberId }) => memberId),
    ),
  ]);
  return reviews.map((review) => ({
    ...review,
    id: formatId("review", review.id),
    course: courses.get(review.courseId) ?? formatId("course", review.courseId),
    courseHref: hrefOf(context, "course", review.courseId),
    member: members.get(review.memberId) ?? null,
    memberHref: hrefOf(context, "member", review.memberId),
  }));
}
