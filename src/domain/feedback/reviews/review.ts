import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

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

/** Fields that the author writes. */
export type Said = Pick<ReviewRow, "rating" | "title" | "body">;

export const serializeReview = (review: ReviewRow) => ({ object: "review" as const, ...review });
