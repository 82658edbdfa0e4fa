import type { Context } from "#domain/platform/context.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { countRatings } from "#domain/feedback/reviews/count-ratings.ts";
import type { ExistingReview } from "#domain/feedback/reviews/queries.ts";
import { Review } from "#domain/feedback/reviews/review.ts";
import {
  insertReviews,
  lockReviewsFor,
  type StoredReview,
  updateReviews,
} from "#domain/feedback/reviews/store-reviews.ts";
import { byCourse } from "#domain/transfer/imports/records/enrollments/enrollment-row.ts";
import {
  alreadyThere,
  eachAlone,
  isSound,
  recordImport,
  type SaveOptions,
} from "#domain/transfer/imports/records/record-import.ts";
import { findOwn, foundAt, refer, referables, resolveEach } from "#domain/transfer/imports/records/references.ts";
import { isSame, type ResolvedRow, newReview, ReviewRowIn, withdrawn, withRow } from "./review-of-row.ts";
import { byMember } from "#domain/transfer/imports/records/subscriptions/subscription-row.ts";

/** One review per member and course. */
export const reviews = recordImport({
  summary: "Reviews of courses, with replies of the school",
  scopes: ["courses:write"],
  resource: Review,
  row: ReviewRowIn,
  keysOf(row) {
    const named = [...(row.id ? [row.id] : []), ...(row.externalId ? [`x:${row.externalId}`] : [])];
    const course = row.courseId ?? row.courseExternalId ?? row.courseSlug;
    const member = row.memberId ?? row.memberExternalId ?? row.memberEmail?.toLowerCase();
    return { own: [...named, ...(course && member ? [`${member} ${course}`] : [])] };
  },
  save: saveReviews,
});

async function saveReviews(
  context: Context,
  rows: readonly ReviewRowIn[],
  { createsOnly }: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveRows(context, rows);
  const existing = await lockExisting(context, resolved.filter(isSound));
  const made: StoredReview[] = [];
  const changed: StoredReview[] = [];
  const outcomes = await eachAlone(resolved, (one) => {
    if (one instanceof Problem) return one;
    const before = existing(one);
    if (before?.deletedAt) return withdrawn();
    if (before) {
      if (createsOnly) return alreadyThere();
      const after = withRow(before, one, context.now);
      if (isSame(before, after)) return "unchanged";
      changed.push(after);
      return "updated";
    }
    made.push(newReview(one, context.now));
    return "created";
  });
  await insertReviews(context, made, context.now);
  await updateReviews(context, changed, context.now);
  const courseIds = new Set([...made, ...changed].map(({ courseId }) => courseId));
  if (courseIds.size > 0) await countRatings(context, [...courseIds]);
  await recordEvents(context, [
    ...made.map(({ id }) => eventAbout("review.created", "review", id)),
    ...changed.map(({ id }) => eventAbout("review.updated", "review", id)),
  ]);
  return outcomes;
}

async function resolveRows(context: Context, rows: readonly ReviewRowIn[]): Promise<(ResolvedRow | Problem)[]> {
  const own = await findOwn(context, referables.review, rows);
  const courses = await refer(context, referables.course, rows, byCourse);
  const members = await refer(context, referables.member, rows, byMember);
  return resolveEach(rows, (row, index) => ({
    row,
    own: foundAt(own, index),
    courseId: foundAt(courses, index),
    memberId: foundAt(members, index),
  }));
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
