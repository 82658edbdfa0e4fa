import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { differing, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, validationFailed } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { lockPlans, planOf } from "./enroll-courses.ts";
import { updateEnrollment, requireLockedEnrollment } from "./queries.ts";
import { EnrollmentResource, type EnrollmentRow, statusAt } from "./enrollment.ts";
import { emit, emitReopened, giveBack, lockToMove, reactivate, revoke, transitions } from "./move-enrollment.ts";
import { readEnrollment } from "./serialize-enrollments.ts";
import { extendedEnd, Extension } from "./term.ts";

const anEnrollment = z.object({ id: Id("enrollment") });

/** Fields without rules of their own. */
const plainFields = { planId: Id("coursePlan").nullable(), externalId: ExternalId.nullable(), metadata: Metadata };

export const updateEnrollmentOf = operation({
  name: "updateEnrollment",
  summary: "Update an enrollment",
  description: "Changes the end, plan or metadata of the enrollment.",
  writes: "students:write",
  input: patchSchemaOf({ expiresAt: End.nullable(), lifetime: z.boolean(), ...plainFields }).extend(anEnrollment.shape),
  output: EnrollmentResource,
  async run(context, { id, expiresAt, lifetime, planId, externalId, metadata }) {
    // Locks plans before enrollments, in the same order as enrolling, to prevent deadlocks.
    const plans = await lockPlans(context, planId ? [planId] : []);
    const existing = await requireLockedEnrollment(context, id);
    const end = newEnd(existing, { expiresAt, lifetime }, context.now);
    if (planId) planOf(plans, planId, existing.courseId);
    const enrollments = { table: sql`enrollments`, what: "enrollment", own: id };
    await requireUnusedExternalId(context, enrollments, externalId);
    const changes = {
      ...computePatch(plainFields, existing, { planId, externalId, metadata }),
      ...(end !== undefined && differing(existing, { expiresAt: end })),
    };
    if (isEmptyPatch(changes)) return unchanged(await readEnrollment(context, id));
    await updateEnrollment(context, id, changes, context.now);
    return emit(context, existing, "enrollment.updated");
  },
});

/**
 * Returns the new end, or undefined if it stays unchanged. Rejects ended enrollments, which must be extended or
 * reactivated.
 */
function newEnd(
  existing: EnrollmentRow,
  { expiresAt, lifetime }: { expiresAt: Date | null | undefined; lifetime: boolean | undefined },
  now: Date,
): Date | null | undefined {
  if (expiresAt === undefined && lifetime === undefined) return undefined;
  const status = statusAt(existing, now);
  if (transitions[status].includes("active")) {
    const instead = "Extend or reactivate it instead.";
    throw invalidState("enrollment", status, "given a new end date", transitions[status], instead);
  }
  if (expiresAt) {
    if (lifetime) throw validationFailed("/lifetime", "exclusive", "Send either lifetime or expires_at, not both.");
    if (expiresAt <= existing.startsAt)
      throw validationFailed("/expiresAt", "too_small", "The end of access must be after its start.");
    return expiresAt;
  }
  if (lifetime === false) {
    if (expiresAt === undefined && existing.expiresAt !== null) return undefined;
    throw validationFailed("/expiresAt", "required", "expires_at is required if lifetime is false.");
  }
  return null;
}

export const extendEnrollment = operation({
  name: "extendEnrollment",
  summary: "Extend an enrollment",
  description: "Also reactivates an enrollment that has expired.",
  writes: "students:write",
  input: Extension.extend(anEnrollment.shape),
  output: EnrollmentResource,
  async run(context, { id, ...extension }) {
    const existing = await requireLockedEnrollment(context, id);
    const expiresAt = extendedEnd(extension, existing.expiresAt, {
      now: context.now,
      timeZone: await findTimeZone(context),
    });
    await giveBack(context, existing, expiresAt);
    return emitReopened(context, existing, "enrollment.extended");
  },
});

export const expireEnrollment = operation({
  name: "expireEnrollment",
  summary: "Expire an enrollment",
  description: "Ends access to the course now or at a given time.",
  writes: "students:write",
  input: anEnrollment.extend({ at: End.optional() }),
  output: EnrollmentResource,
  async run(context, { id, at = context.now }) {
    const { now } = context;
    const existing = await lockToMove(context, id, "expired");
    const isOver = at <= now;
    await updateEnrollment(context, id, { expiresAt: isOver ? now : at, ...(isOver && { status: "expired" }) }, now);
    return emit(context, existing, isOver ? "enrollment.expired" : "enrollment.updated");
  },
});

export const revokeEnrollment = operation({
  name: "revokeEnrollment",
  summary: "Revoke an enrollment",
  description: "Ends access to the course. Progress is kept.",
  writes: "students:write",
  input: anEnrollment.extend({ reason: trimmed().min(1).max(500).optional() }),
  output: EnrollmentResource,
  run: (context, { id, reason }) => revoke(context, id, reason ?? null),
  audit: ({ reason }, { id }) => about("enrollment", id, { reason: reason ?? null }),
});

export const reactivateEnrollment = operation({
  name: "reactivateEnrollment",
  summary: "Reactivate an enrollment",
  description:
    "Restores an expired or revoked enrollment, for the time that was left or for the access period of the course.",
  writes: "students:write",
  input: anEnrollment,
  output: EnrollmentResource,
  run: (context, { id }) => reactivate(context, id),
});
