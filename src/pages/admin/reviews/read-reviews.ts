import type * as z from "zod";
import type { RequestContext } from "#domain/context.ts";
import { listCourses } from "#domain/courses/list-courses.ts";
import { formatId } from "#domain/ids.ts";
import { listMembers } from "#domain/members/list-members.ts";
import { memberStatuses } from "#domain/members/member.ts";
import { perform } from "#domain/operation.ts";
import type { Review } from "#domain/reviews/review.ts";
import type { ReviewView } from "../../views/admin/reviews.ts";

/** Reviews as the pages show them: with what their courses and authors are called. */
export async function withNames(
  context: RequestContext,
  reviews: readonly z.output<typeof Review>[],
): Promise<ReviewView[]> {
  const courses = await namesOf(
    reviews.map(({ courseId }) => formatId("course", courseId)),
    async (ids) => (await perform(listCourses, context, { ids, limit: 200 })).data,
  );
  const members = await namesOf(
    reviews.map(({ memberId }) => formatId("member", memberId)),
    async (ids) => {
      const { data } = await perform(listMembers, context, { ids, limit: 200, status: [...memberStatuses] });
      return data.map(({ id, name, email }) => ({ id, name: name ?? email }));
    },
  );
  return reviews.map((review) => {
    // Rows carry it, though it stands in no answer.
    const { version } = review as typeof review & { version: number };
    return {
      ...review,
      version,
      id: formatId("review", review.id),
      course: courses.get(review.courseId) ?? formatId("course", review.courseId),
      member: members.get(review.memberId) ?? null,
    };
  });
}

async function namesOf(
  ids: readonly string[],
  find: (ids: string[]) => Promise<{ id: string; name: string }[]>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  return new Map(wanted.length === 0 ? [] : (await find(wanted)).map(({ id, name }) => [id, name]));
}
