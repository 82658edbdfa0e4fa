import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { ofOwnCourses, requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { Metadata, ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { anyIdOf, anyOf, changeTimes, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { columns, findReview, lockReview, updateReview } from "./queries.ts";
import { serializeReview, Rating, Review, reviewStatuses, type ReviewRow, type ReviewStatus } from "./review.ts";

const sorts = { createdAt: "timestamptz", updatedAt: "timestamptz" } as const;

const filters = {
  status: withoutIndex(anyOf(z.enum(reviewStatuses), sql`reviews.status`)),
  rating: withoutIndex(range(Rating, sql`reviews.rating`)),
  ...changeTimes(sql`reviews`),
};

const base = { kind: "review", table: sql`reviews`, columns, defaultSort: "-createdAt", sorts } as const;

const ofSite = listing<ReviewRow>({
  ...base,
  filters: { courseId: anyIdOf(Id("course"), sql`reviews.course_id`), ...filters },
});
const ofCourse = listing<ReviewRow>({ ...base, filters });

export const listReviews = operation({
  name: "listReviews",
  summary: "List reviews",
  description: "Reviews of all courses, including hidden ones.",
  reads: "courses:read",
  input: ofSite.input,
  output: pageSchemaOf(Review),
  run: async (context, input) =>
    mapPage(await ofSite.page(context, input, { confine: [ofOwnCourses(context, sql`reviews`)] }), serializeReview),
});

export const listCourseReviews = operation({
  name: "listCourseReviews",
  summary: "List the reviews of a course",
  description: "Includes hidden reviews.",
  reads: "courses:read",
  input: ofCourse.input.extend({ course: ReferenceTo("course") }),
  output: pageSchemaOf(Review),
  async run(context, { course: reference, ...input }) {
    const course = await findCourse(context, reference);
    if (!course) throw resourceNotFound("course", reference);
    await requireOwnCourse(context, course.id);
    return mapPage(await ofCourse.page(context, input, { of: sql`reviews.course_id = ${course.id}` }), serializeReview);
  },
});

export const getReview = operation({
  name: "getReview",
  summary: "Retrieve a review",
  reads: "courses:read",
  input: z.object({ id: Id("review") }),
  output: Review,
  async run(context, { id }) {
    const review = await findReview(context, id);
    if (!review) throw notFound("review", formatId("review", id));
    await requireOwnCourse(context, review.courseId);
    return serializeReview(review);
  },
});

/** Moderation fields that staff can set. */
const moderated = {
  status: z.enum(["published", "hidden"]),
  reply: trimmed().max(5000).nullable(),
  metadata: Metadata,
};

export const moderateReview = operation({
  name: "moderateReview",
  summary: "Moderate a review",
  description: "Publishes or hides the text of the review, or sets the reply to it. The rating counts in any case.",
  writes: "courses:write",
  input: patchSchemaOf(moderated).extend({ id: Id("review") }),
  output: Review,
  async run(context, { id, status, reply, metadata }) {
    const existing = await lockReview(context, id);
    if (!existing) throw notFound("review", formatId("review", id));
    await requireOwnCourse(context, existing.courseId);
    requireVersion(context, existing);
    const changes = computePatch(moderated, existing, { status, reply: reply === "" ? null : reply, metadata });
    if (isEmptyPatch(changes)) return unchanged(serializeReview(existing));
    const answered = changes.reply === undefined ? {} : { repliedAt: changes.reply === null ? null : context.now };
    await updateReview(context, id, { ...changes, ...decided(changes.status, context.now), ...answered }, context.now);
    return serializeReview(await mustExist(findReview(context, id)));
  },
  emits: "review.updated",
});

const decided = (status: ReviewStatus | undefined, now: Date) =>
  status && { status, hiddenAt: status === "hidden" ? now : null };
