import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { countEnrolled } from "#domain/learning/enrollments/enrollment-queries.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment-event.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { accessEnd } from "#domain/sales/subscriptions/change.ts";
import { type Learner, requireLearner, requireSession } from "./learner.ts";

/**
 * Whoever begins a course that belongs to their membership is enrolled in it from then on, as long as that lasts: what
 * they do there counts for something. For a transaction.
 */
export async function enrolledByMembership(context: Context, learner: Learner): Promise<Learner> {
  const { course, enrollment, membership } = learner;
  if (enrollment || !membership) return learner;
  const { memberId: studentId } = requireSession(context);
  const { db, site, now } = context;
  // It does not end before this is done; it may have ended meanwhile.
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
  // What was taken away from them by hand stays so; what another of their pages made at this moment is as good.
  if (inserted === 1) {
    await countEnrolled(context, new Map([[course.id, 1]]));
    await recordAudit(context, "enrollByMembership", about("enrollment", made.id));
    await recordEvent(context, enrollmentEvent("enrollment.created", made));
  }
  return requireLearner(context, { id: course.id });
}
