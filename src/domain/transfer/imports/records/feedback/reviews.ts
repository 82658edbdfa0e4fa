import type { Context } from "#domain/platform/context.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { countRatings } from "#domain/feedback/reviews/queries.ts";
import { Review, type ExistingReview } from "#domain/feedback/reviews/review.ts";
import { insertReviews, lockReviewsFor, updateReviews } from "#domain/feedback/reviews/store-reviews.ts";
import { byCourse } from "#domain/transfer/imports/records/enrollments/enrollment-row.ts";
import { isSound, ownKeys, planRecords, recordImport, type SaveOptions } from "../record-import.ts";
import { referables, resolveRows } from "../references.ts";
import { compared, type ResolvedRow, newReview, ReviewRowIn, withdrawn, withRow } from "./review-of-row.ts";
import { byMember } from "#domain/transfer/imports/records/subscriptions/subscription-row.ts";

/** One review per member and course. */
export const reviews = recordImport({
  summary: "Reviews of courses, with replies of the school",
  scopes: ["courses:write"],
  resource: Review,
  row: ReviewRowIn,
  keysOf(row) {
    const course = row.courseId ?? row.courseExternalId ?? row.courseSlug;
    const member = row.memberId ?? row.memberExternalId ?? row.memberEmail?.toLowerCase();
    return { own: [...ownKeys(row), ...(course && member ? [`${member} ${course}`] : [])] };
  },
  save: saveReviews,
});

async function saveReviews(
  context: Context,
  rows: readonly ReviewRowIn[],
  options: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveRows(context, referables.review, rows, {
    courseId: [referables.course, byCourse],
    memberId: [referables.member, byMember],
  });
  const existing = await lockExisting(context, resolved.filter(isSound));
  const { outcomes, made, changed } = await planRecords(resolved, options, {
    find(one) {
      const before = existing(one);
      if (before?.deletedAt) throw withdrawn();
      return before;
    },
    change: (before, one) => withRow(before, one, context.now),
    create: (one) => newReview(one, context.now),
    compared,
  });
  const updated = changed.map(({ after }) => after);
  await insertReviews(context, made, context.now);
  await updateReviews(context, updated, context.now);
  const courseIds = new Set([...made, ...updated].map(({ courseId }) => courseId));
  if (courseIds.size > 0) await countRatings(context, [...courseIds]);
  await recordEvents(context, [
    ...made.map(({ id }) => eventAbout("review.created", "review", id)),
    ...updated.map(({ id }) => eventAbout("review.updated", "review", id)),
  ]);
  return outcomes;
}

/** Locks existing reviews, found by id or by course and member. */
async function lockExisting(context: Context, resolved: readonly ResolvedRow[]) {
  const ids = resolved.flatMap(({ own }) => own ?? []);
  const pairs = resolved.flatMap(({ own, courseId, memberId }) =>
    own === null && courseId !== null && memberId !== null ? [{ courseId, memberId }] : [],
  );
  const found = await lockReviewsFor(context, ids, pairs);
  const byId = new Map(found.map((review) => [review.id, review]));
  const byPair = new Map(found.map((review) => [`${review.memberId} ${review.courseId}`, review]));
  return ({ own, courseId, memberId }: ResolvedRow): ExistingReview | undefined =>
    own === null ? byPair.get(`${memberId} ${courseId}`) : byId.get(own);
}
