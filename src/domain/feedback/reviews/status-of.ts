import type { SchoolSettings } from "#domain/site/school/settings.ts";
import type { ExistingReview } from "./queries.ts";
import type { ReviewStatus, Said } from "./review.ts";

/** Returns the status of a changed review, from the school's settings and the previous status. */
export function statusOf(
  moderation: SchoolSettings["reviews"]["moderation"],
  said: Said,
  before: ExistingReview | undefined,
): ReviewStatus {
  if (before?.hiddenAt) return "pending";
  const isNew = !before || before.deletedAt !== null;
  if (!isNew && saysSame(before, said)) return before.status;
  if (moderation === "none") return "published";
  if (moderation === "all") return "pending";
  if (!hasWords(said)) return "published";
  return isNew || !hasSameWords(before, said) ? "pending" : before.status;
}

export const saysSame = (before: Said, now: Said): boolean => before.rating === now.rating && hasSameWords(before, now);

const hasSameWords = (before: Said, now: Said): boolean => before.title === now.title && before.body === now.body;

const hasWords = ({ title, body }: Said): boolean => title !== null || body !== "";
