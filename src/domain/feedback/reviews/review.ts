import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import type { SchoolSettings } from "#domain/site/school/settings.ts";

export const reviewStatuses = ["published", "hidden", "pending"] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const Rating = z.number().int().min(1).max(5);

/** A student's review of a course. Staff can hide it and reply to it, but not change it. */
export const Review = versionedResource("review", {
  courseId: Id("course"),
  memberId: Id("member"),
  rating: Rating,
  title: untrusted(z.string().nullable()),
  body: untrusted(z.string()),
  status: z.enum(reviewStatuses),
  reply: z.string().nullable(),
  repliedAt: Instant.nullable(),
  editedAt: Instant.nullable().meta({ description: "The time of the author's last edit" }),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface ReviewRow extends Omit<z.output<typeof Review>, "object"> {
  version: number;
}

/** Includes stored fields that responses omit: the time of hiding and of withdrawal. */
export type ExistingReview = ReviewRow & { hiddenAt: Date | null; deletedAt: Date | null };

/** Fields that the author writes. */
export type AuthoredReview = Pick<ReviewRow, "rating" | "title" | "body">;

export const serializeReview = (review: ReviewRow) => ({ object: "review" as const, ...review });

/** Returns the status of a changed review, from the school's settings and the previous status. */
export function statusOf(
  moderation: SchoolSettings["reviews"]["moderation"],
  authored: AuthoredReview,
  before: ExistingReview | undefined,
): ReviewStatus {
  if (before?.hiddenAt) return "pending";
  const isNew = !before || before.deletedAt !== null;
  if (!isNew && saysSame(before, authored)) return before.status;
  if (moderation === "none") return "published";
  if (moderation === "all") return "pending";
  if (!hasWords(authored)) return "published";
  return isNew || !hasSameWords(before, authored) ? "pending" : before.status;
}

export const saysSame = (before: AuthoredReview, now: AuthoredReview): boolean =>
  before.rating === now.rating && hasSameWords(before, now);

const hasSameWords = (before: AuthoredReview, now: AuthoredReview): boolean =>
  before.title === now.title && before.body === now.body;

const hasWords = ({ title, body }: AuthoredReview): boolean => title !== null || body !== "";
