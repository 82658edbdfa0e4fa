import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { countEnrolled } from "#domain/learning/enrollments/queries.ts";
import { reconsiderCompletion } from "#domain/learning/progress/completion.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { accessEnd } from "#domain/memberships/subscriptions/change.ts";
import { type Learner, requireLearner } from "./learner.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment.ts";

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
  const access = { subscriptionId: still.membership.id, expiresAt: accessEnd(still.membership, now) };
  const inserted = await db.run`
    insert into enrollments (site_id, id, student_id, course_id, status, source, source_id, starts_at, expires_at,
                             enrolled_at, created_at, updated_at)
    values (${site.id}, ${made.id}, ${studentId}, ${course.id}, 'active', 'membership', ${access.subscriptionId},
            ${still.membership.startsAt}, ${access.expiresAt}, ${now}, ${now}, ${now})
    on conflict do nothing`;
  if (inserted === 1) await recordEnrolled(context, made, "enrollment.created");
  else {
    // Keeps an enrollment that an operator revoked, or that a concurrent request created.
    const reopened = await reopenRefunded(context, made, access);
    if (reopened) {
      await recordEnrolled(context, { ...made, ...reopened }, "enrollment.reactivated");
      await reconsiderCompletion(context, [reopened.id]);
    }
  }
  return requireLearner(context, { id: course.id });
}

/**
 * Opens an enrollment that a refund of its line ended. The membership gives the course now: later refunds and disputes
 * of the order leave it open. An enrollment that staff revoked before or after a refund stays revoked.
 */
const reopenRefunded = (
  { db, site, now }: Context,
  { studentId, courseId }: Enrolled,
  { subscriptionId, expiresAt }: { subscriptionId: string; expiresAt: Date | null },
): Promise<{ id: string } | undefined> =>
  db.write.first<{ id: string }>`
    update enrollments
       set status = case when completed_at is null then 'active' else 'completed' end, source = 'membership',
           source_id = ${subscriptionId}, expires_at = ${expiresAt}, revoked_at = null, revoke_reason = null,
           revoked_for = null, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and student_id = ${studentId} and course_id = ${courseId} and status = 'revoked'
       and revoked_for = 'refund' and deleted_at is null
    returning id`;

interface Enrolled {
  id: string;
  studentId: string;
  courseId: string;
}

async function recordEnrolled(
  context: Context,
  enrollment: Enrolled,
  event: "enrollment.created" | "enrollment.reactivated",
): Promise<void> {
  await countEnrolled(context, new Map([[enrollment.courseId, 1]]), context.now);
  await markMembersUpdated(context, [enrollment.studentId]);
  await recordAudit(context, "enrollByMembership", about("enrollment", enrollment.id));
  await recordEvent(context, enrollmentEvent(event, enrollment));
}
