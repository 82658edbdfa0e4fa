import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { countEnrolled } from "#domain/learning/enrollments/enrollment-queries.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment-event.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { accessEnd } from "#domain/sales/subscriptions/change.ts";
import { type Learner, requireLearner } from "./learner.ts";
import { requireSession } from "#domain/platform/require-session.ts";

/**
 * Enrolls a member who starts a course that their membership includes, until the membership ends, so that their
 * progress is recorded. Must run in a transaction.
 */
export async function enrolledByMembership(context: Context, learner: Learner): Promise<Learner> {
  const { course, enrollment, membership } = learner;
  if (enrollment || !membership) return learner;
  const { memberId: studentId } = requireSession(context);
  const { db, site, now } = context;
  // Locks the subscription so that it cannot end concurrently, then checks again that it is still active.
  await db.run`select id from subscriptions where site_id = ${site.id} and id = ${membership.id} for share`;
  const still = await requireLearner(context, { id: course.id });
  if (still.membership?.id !== membership.id) return still;
  const made = { id: newId(), studentId, courseId: course.id };
  const inserted = await db.run`
    insert into enrollments (site_id, id, student_id, course_id, status, source, source_id, starts_at, expires_at,
                             enrolled_at, created_at, updated_at)
    values (${site.id}, ${made.id}, ${studentId}, ${course.id}, 'active', 'membership', ${membership.id},
            ${still.membership.startsAt}, ${accessEnd(still.membership, now)}, ${now}, ${now}, ${now})
    on conflict do nothing`;
  // On conflict, keeps the existing enrollment: either an operator revoked it, or a concurrent request created it.
  if (inserted === 1) {
    await countEnrolled(context, new Map([[course.id, 1]]), now);
    await markMembersUpdated(context, [studentId]);
    await recordAudit(context, "enrollByMembership", about("enrollment", made.id));
    await recordEvent(context, enrollmentEvent("enrollment.created", made));
  }
  return requireLearner(context, { id: course.id });
}
