import type { Context } from "#domain/platform/context.ts";
import type { SchoolSettings } from "#domain/site/school/settings.ts";
import type { Learner } from "./learner.ts";

/**
 * The reason why a member cannot review a course. Only students with experience of the course can review it, and
 * staff cannot.
 */
export type ReviewLock = "closed" | "staff" | "not_enrolled" | "nothing_done";

/**
 * Returns null if the member may review the course. Expired enrollments may review, revoked ones may not. Members
 * with an existing review may always change it.
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
