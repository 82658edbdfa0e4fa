import * as z from "zod";
import { ExternalId } from "#domain/platform/fields.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import { mergeMetadata, MetadataChanges } from "#domain/platform/metadata.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { Rating, reviewStatuses, type ReviewStatus, type ExistingReview } from "#domain/feedback/reviews/review.ts";
import type { StoredReview } from "#domain/feedback/reviews/store-reviews.ts";
import { courseNames } from "#domain/transfer/imports/records/enrollments/enrollment-row.ts";
import { memberNames } from "#domain/transfer/imports/records/subscriptions/subscription-row.ts";
import { otherRecord, valueOr } from "../record-import.ts";
import { required, type Resolved } from "../references.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const Timestamp = Start.nullable().optional();

/** A review of a course; `created_at` is its timestamp. */
export const ReviewRowIn = z.object({
  id: Id("review").optional(),
  externalId: ExternalId.nullable().optional(),
  ...courseNames,
  ...memberNames,
  rating: Rating.optional(),
  title: trimmed().max(200).nullable().optional(),
  body: trimmed().max(20_000).nullable().optional(),
  status: z.enum(reviewStatuses).optional(),
  reply: trimmed().max(5000).nullable().optional(),
  repliedAt: Timestamp,
  editedAt: Timestamp,
  createdAt: Start.optional(),
  metadata: MetadataChanges.optional(),
});
export type ReviewRowIn = z.output<typeof ReviewRowIn>;

export type ResolvedRow = Resolved<ReviewRowIn, "courseId" | "memberId">;

export function newReview({ row, courseId, memberId }: ResolvedRow, now: Date): StoredReview {
  const course = required(courseId, "/courseId", "a course, by course_id, course_external_id or course_slug");
  const member = required(memberId, "/memberId", "a member, by member_id, member_external_id or member_email");
  if (row.rating === undefined)
    throw validationFailed("/rating", "required", "A new review needs a rating from 1 to 5.");
  const status = row.status ?? "published";
  const reply = row.reply || null;
  return {
    id: newId(),
    courseId: course,
    memberId: member,
    rating: row.rating,
    title: row.title || null,
    body: row.body ?? "",
    status,
    reply,
    repliedAt: reply === null ? null : (row.repliedAt ?? now),
    editedAt: row.editedAt ?? null,
    hiddenAt: hiddenAt(status, null, now),
    externalId: row.externalId ?? null,
    metadata: mergeMetadata({}, row.metadata ?? {}),
    createdAt: row.createdAt ?? now,
  };
}

/** Author and course of an existing review never change. */
export function withRow(before: ExistingReview, { row, courseId, memberId }: ResolvedRow, now: Date): StoredReview {
  if ((courseId ?? before.courseId) !== before.courseId || (memberId ?? before.memberId) !== before.memberId) {
    throw otherRecord(row, "The existing review has another author or course.");
  }
  const status = row.status ?? before.status;
  const reply = row.reply === undefined ? before.reply : row.reply || null;
  const repliedAt = row.repliedAt ?? (reply === before.reply ? before.repliedAt : now);
  return {
    ...before,
    rating: row.rating ?? before.rating,
    title: row.title === undefined ? before.title : row.title || null,
    body: row.body === undefined ? before.body : (row.body ?? ""),
    status,
    reply,
    repliedAt: reply === null ? null : repliedAt,
    editedAt: valueOr(row.editedAt, before.editedAt),
    hiddenAt: hiddenAt(status, before.hiddenAt, now),
    externalId: valueOr(row.externalId, before.externalId),
    metadata: row.metadata ? mergeMetadata(before.metadata, row.metadata) : before.metadata,
    createdAt: row.createdAt ?? before.createdAt,
  };
}

/** A review withdrawn by its author is not restored by an older file. */
export const withdrawn = () =>
  new Problem("invalid_state", "The author has withdrawn this review. Remove the row.", { allowed: [] });

const hiddenAt = (status: ReviewStatus, before: Date | null, now: Date): Date | null =>
  status === "hidden" ? (before ?? now) : status === "pending" ? before : null;

/** Fields that an import changes. */
export const compared = [
  "rating",
  "title",
  "body",
  "status",
  "reply",
  "repliedAt",
  "editedAt",
  "externalId",
  "metadata",
  "createdAt",
] as const;
