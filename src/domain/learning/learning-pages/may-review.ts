import type { Context } from "#domain/platform/context.ts";
import type { SchoolSettings } from "#domain/site/school/settings.ts";
import type { Learner } from "./learner.ts";

/** Why somebody may not review a course: only who took part in it knows it, and nobody judges what they teach or run. */
export type ReviewLock = "closed" | "staff" | "not_enrolled" | "nothing_done";

/**
 * Null where they may. Access that has ended leaves somebody their opinion; one that was taken back does not. Who has
 * reviewed it may say something else, whatever is known of what they did.
 */
export async function reviewLockOf(
  context: Context,
  { enrollment, isStaff }: Learner,
  { accept }: SchoolSettings["reviews"],
  hasReviewed: boolean,
): Promise<ReviewLock | null> {
  if (!accept) return "closed";
  if (isStaff) return "staff";
  if (!enrollment) return "not_enrolled";
  if (hasReviewed || enrollment.completedAt !== null) return null;
  return (await hasCompletedALecture(context, enrollment.id)) ? null : "nothing_done";
}

async function hasCompletedALecture({ db, site }: Context, enrollmentId: string): Promise<boolean> {
  const done = await db.first`
    select id from lecture_progress
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and completed_at is not null limit 1`;
  return done !== undefined;
}
