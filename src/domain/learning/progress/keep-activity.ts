import type { Context } from "#domain/platform/context.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";

/**
 * Records an activity of a student in a course that is no progress event, such as an attempt at a quiz. The caller
 * must have locked the enrollment.
 */
export async function keepActivity(
  context: Pick<Context, "db" | "site" | "now">,
  { enrollmentId, studentId }: { enrollmentId: string; studentId: string },
  at: Date,
): Promise<void> {
  const { db, site, now } = context;
  await db.run`
    update enrollments
       set last_activity_at = greatest(last_activity_at, ${at}), updated_at = greatest(updated_at, ${now})
     where site_id = ${site.id} and id = ${enrollmentId}`;
  await markMembersUpdated(context, [studentId], { activeAt: at });
}
