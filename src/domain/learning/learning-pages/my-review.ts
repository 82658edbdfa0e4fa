import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { eventOfDeletion } from "#domain/platform/outbox/event-of-deletion.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { trimBlank } from "#lib/text/blank.ts";
import {
  findReviewOf,
  insertReview,
  lockReviewOf,
  updateReview,
  countRatings,
} from "#domain/feedback/reviews/queries.ts";
import {
  Rating,
  type ReviewRow,
  reviewStatuses,
  type ReviewStatus,
  type AuthoredReview,
  saysSame,
  statusOf,
  type ExistingReview,
} from "#domain/feedback/reviews/review.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { type SchoolSettings, settingsFrom } from "#domain/site/school/settings.ts";
import { type Learner, type LearnersCourse, requireLearner } from "./learner.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { type ReviewLock, reviewLockOf } from "./may-review.ts";

/** A member's review of a course, and the reason why they cannot write or change it, if any. */
export interface MyReview {
  course: LearnersCourse;
  review: ReviewRow | null;
  lock: ReviewLock | null;
  moderation: SchoolSettings["reviews"]["moderation"];
  names: SchoolSettings["privacy"]["namesInReviews"];
}

const aCourse = z.object({ course: ReferenceTo("course") });

export const showMyReview = operation({
  name: "showMyReview",
  summary: "Retrieve the member's review of a course",
  description: "Includes whether the member may review it.",
  reads: { only: ["session"] },
  input: aCourse,
  output: z.custom<MyReview>(),
  async run(context, { course: reference }): Promise<MyReview> {
    const learner = await requireLearner(context, reference);
    const { reviews, privacy } = await readSettings(context);
    const review = await findReviewOf(context, ofWhom(context, learner));
    const lock = await reviewLockOf(context, learner, reviews, review !== undefined);
    const { moderation } = reviews;
    return { course: learner.course, review: review ?? null, lock, moderation, names: privacy.namesInReviews };
  },
});

/** Browsers send line breaks in forms as CRLF. */
const TextInput = z.string().transform((text) => trimBlank(text.replaceAll("\r\n", "\n")));

export const saveMyReview = operation({
  name: "saveMyReview",
  summary: "Create or update the member's review of a course",
  writes: { only: ["session"] },
  input: aCourse.extend({
    rating: Rating,
    title: TextInput.pipe(z.string().max(120)).transform((text) => text || null),
    body: TextInput.pipe(z.string().max(5000)),
  }),
  output: z.object({ id: Id("review"), status: z.enum(reviewStatuses) }),
  async prepare(context): Promise<object> {
    await requireWithin(context, limits.reviewPerMember, requireSession(context).memberId);
    return {};
  },
  async run(context, { course: reference, ...said }) {
    const learner = await reserveReview(context, await requireLearner(context, reference));
    const { reviews } = await readSettings(context);
    const before = await lockReviewOf(context, ofWhom(context, learner));
    const lock = await reviewLockOf(context, learner, reviews, before?.deletedAt === null);
    if (lock) throw new Problem("role_required", refusals[lock]);
    const status = statusOf(reviews.moderation, said, before);
    const id = before ? await change(context, before, said, status) : await write(context, learner, said, status);
    return { id, status };
  },
  unaudited: "not security-relevant: its events record it",
});

export const withdrawMyReview = operation({
  name: "withdrawMyReview",
  summary: "Withdraw the member's review of a course",
  description: "Deletes its text.",
  writes: { only: ["session"] },
  input: aCourse,
  output: z.object({ withdrawn: z.boolean() }),
  async run(context, { course: reference }) {
    const learner = await requireLearner(context, reference);
    const existing = await lockReviewOf(context, ofWhom(context, learner));
    if (!existing || existing.deletedAt) return { withdrawn: false };
    const event = await eventOfDeletion(context, "review.deleted", "review", existing.id);
    const withoutWords = { title: null, body: "", reply: null, repliedAt: null, editedAt: null };
    await updateReview(context, existing.id, { ...withoutWords, deletedAt: context.now }, context.now);
    await countRatings(context, [existing.courseId]);
    await recordEvent(context, event);
    return { withdrawn: true };
  },
  unaudited: "not security-relevant: its events record it",
});

const refusals: Record<ReviewLock, string> = {
  closed: "This school does not accept reviews at the moment.",
  staff: "Staff cannot review the course.",
  not_enrolled: "Only current and former students of the course can review it.",
  nothing_done: "Complete at least one lecture of the course before you review it.",
};

const ofWhom = (context: Context, { course }: Learner) => ({
  courseId: course.id,
  memberId: requireSession(context).memberId,
});

const readSettings = async (context: Context): Promise<SchoolSettings> =>
  settingsFrom((await findSchool(context)).settings);

/** Locks the enrollment and the course and reloads the learner. Serializes concurrent writes of the same member. */
async function reserveReview(context: Context, { course, enrollment }: Learner): Promise<Learner> {
  const { db, site } = context;
  if (enrollment) {
    await db.run`select id from enrollments where site_id = ${site.id} and id = ${enrollment.id} for no key update`;
  }
  await db.run`select id from courses where site_id = ${site.id} and id = ${course.id} for key share`;
  return requireLearner(context, { id: course.id });
}

async function write(context: Context, learner: Learner, said: AuthoredReview, status: ReviewStatus): Promise<string> {
  const review = { id: newId(), ...ofWhom(context, learner), ...said, status };
  await insertReview(context, review, context.now);
  await countRatings(context, [review.courseId]);
  await recordEvent(context, eventAbout("review.created", "review", review.id));
  return review.id;
}

/** Updates a review. A withdrawn review starts over in the same row, because a member has one review per course. */
async function change(
  context: Context,
  before: ExistingReview,
  authored: AuthoredReview,
  status: ReviewStatus,
): Promise<string> {
  const { id, courseId, deletedAt } = before;
  const { now } = context;
  if (deletedAt) {
    await updateReview(context, id, { ...authored, status, deletedAt: null, createdAt: now }, now);
  } else {
    if (saysSame(before, authored)) return id;
    await updateReview(context, id, { ...authored, status, editedAt: now }, now);
  }
  await countRatings(context, [courseId]);
  await recordEvent(context, eventAbout(deletedAt ? "review.created" : "review.updated", "review", id));
  return id;
}
