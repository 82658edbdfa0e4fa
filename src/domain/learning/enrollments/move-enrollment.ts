import type * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { type Transitions, assertTransition } from "#domain/platform/states/transitions.ts";
import { completeFulfilled } from "#domain/learning/progress/completion.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { coursesToEnrollIn, lockPlans, requireOpen } from "./enroll-courses.ts";
import {
  countEnrolled,
  extendEnrollments,
  findEnrollment,
  updateEnrollment,
  requireLockedEnrollment,
} from "./queries.ts";
import {
  type EnrollmentResource,
  type EnrollmentRow,
  type RevokedFor,
  statusAt,
  enrollmentEvent,
} from "./enrollment.ts";
import { readEnrollment } from "./serialize-enrollments.ts";
import { endByRule } from "#domain/platform/time/end-by-rule.ts";

type Status = z.output<typeof EnrollmentResource>["status"];

/** Transitions: scheduled → active → completed by progress and time; any of these → expired or revoked → active. */
export const transitions: Transitions<Status> = {
  scheduled: ["expired", "revoked"],
  active: ["expired", "revoked"],
  completed: ["expired", "revoked"],
  expired: ["active"],
  revoked: ["active"],
};

/** Ends access to the course. Progress is kept. `revokedFor`: null if staff or an unpaid installment ends it. */
export async function revoke(
  context: Context,
  id: string,
  reason: string | null,
  revokedFor: RevokedFor | null = null,
) {
  const { now } = context;
  const existing = await lockToMove(context, id, "revoked");
  await updateEnrollment(context, id, { status: "revoked", revokedAt: now, revokeReason: reason, revokedFor }, now);
  await countEnrolled(context, new Map([[existing.courseId, -1]]), now);
  await markMembersUpdated(context, [existing.studentId]);
  return emit(context, existing, "enrollment.revoked");
}

/** Restores an expired or revoked enrollment, for the time that was left or for the access period of the course. */
export async function reactivate(context: Context, id: string) {
  const { now } = context;
  const planId = (await findEnrollment(context, id))?.planId ?? null;
  const plans = await lockPlans(context, planId === null ? [] : [planId]);
  const existing = await lockToMove(context, id, "active");
  const { access } = requireOpen(await coursesToEnrollIn(context, [existing.courseId]), existing.courseId);
  const isOver = existing.expiresAt !== null && existing.expiresAt <= now;
  const rule = plans.get(existing.planId ?? "")?.access ?? access;
  const end = isOver ? endByRule(rule, { startsAt: now, timeZone: await findTimeZone(context) }) : existing.expiresAt;
  await giveBack(context, existing, end);
  return emitReopened(context, existing, "enrollment.reactivated");
}

/** Returns the enrollment, locked. Throws unless it can change to this state. */
export async function lockToMove(context: Context, id: string, to: Status): Promise<EnrollmentRow> {
  const existing = await requireLockedEnrollment(context, id);
  const status = statusAt(existing, context.now);
  assertTransition("enrollment", transitions, status, to);
  return existing;
}

export async function giveBack(context: Context, existing: EnrollmentRow, expiresAt: Date | null): Promise<void> {
  await extendEnrollments(context, [{ id: existing.id, expiresAt }]);
  if (existing.status !== "revoked") return;
  await countEnrolled(context, new Map([[existing.courseId, 1]]), context.now);
  await markMembersUpdated(context, [existing.studentId]);
}

/** Progress that was reported while the enrollment was closed, or a change of the course, can complete it now. */
export async function emitReopened(
  context: Context,
  existing: EnrollmentRow,
  type: "enrollment.reactivated" | "enrollment.extended",
) {
  await recordEvent(context, enrollmentEvent(type, existing));
  await completeFulfilled(context, [existing.id]);
  return readEnrollment(context, existing.id);
}

export async function emit(context: Context, existing: EnrollmentRow, type: Parameters<typeof enrollmentEvent>[0]) {
  await recordEvent(context, enrollmentEvent(type, existing));
  return readEnrollment(context, existing.id);
}
