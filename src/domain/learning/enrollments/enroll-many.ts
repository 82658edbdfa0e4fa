import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { notifyMany } from "#domain/messages/notifications/notify.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { Problem } from "#domain/platform/problem.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { zip } from "#lib/zip/zip.ts";
import {
  coursesToEnrollIn,
  lockSeats,
  planOf,
  requireOpen,
  takeSeat,
  type Seats,
  type Taught,
} from "./enroll-courses.ts";
import { peopleOf } from "./enroll-people.ts";
import type { Enrolled, RowToEnroll } from "./enroll-row.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { countEnrolled, countSeats, extendEnrollments, insertEnrollments, lockPairs, type NewRow } from "./queries.ts";
import { statusAt, enrollmentEvent } from "./enrollment.ts";
import { endOf } from "./term.ts";

/** The existing or planned enrollment of a student in a course. */
interface Existing {
  id: string;
  studentId: string;
  courseId: string;
  expiresAt: Date | null;
  isOver: boolean;
  wasRevoked: boolean;
}

/**
 * Enrolls students in courses with a constant number of statements. A row that fails returns its problem and writes
 * nothing. Must run in a transaction.
 */
export async function enrollMany(
  context: Context,
  rows: readonly RowToEnroll[],
  {
    createStudents,
    source = "manual",
    sourceId = null,
  }: { createStudents: boolean; source?: NewRow["source"]; sourceId?: string | null },
): Promise<(Enrolled | Problem)[]> {
  const people = await peopleOf(context, rows, createStudents);
  const courses = await coursesToEnrollIn(
    context,
    rows.map(({ courseId }) => courseId),
  );
  const plans = await lockSeats(
    context,
    rows.flatMap(({ planId }) => planId ?? []),
  );
  const timeZone = await findTimeZone(context);
  const plan = new Plan({ now: context.now, timeZone, source, sourceId }, courses, plans);
  await plan.read(context, rows, people);
  const outcomes = zip(rows, people).map(([row, student]) =>
    student instanceof Error ? student : plan.add(row, student),
  );
  const refused = await write(context, plan, courses);
  return outcomes.map((outcome) =>
    !(outcome instanceof Error) && refused.has(outcome.id)
      ? new Problem(
          "already_exists",
          "Another enrollment has this external_id, or the same enrollment was created concurrently.",
        )
      : outcome,
  );
}

interface Origin extends Pick<NewRow, "source" | "sourceId"> {
  now: Date;
  timeZone: string;
}

/** Collects the writes row by row, so that a later row sees the effects of earlier ones. */
class Plan {
  readonly fresh: (NewRow & { notify: boolean })[] = [];
  readonly extended = new Map<string, Existing>();
  readonly #existing = new Map<string, Existing>();
  readonly #now: Date;
  readonly #timeZone: string;
  readonly #origin: Pick<NewRow, "source" | "sourceId">;
  readonly #courses: ReadonlyMap<string, Taught>;
  readonly #plans: ReadonlyMap<string, Seats>;

  constructor(
    { now, timeZone, ...origin }: Origin,
    courses: ReadonlyMap<string, Taught>,
    plans: ReadonlyMap<string, Seats>,
  ) {
    this.#now = now;
    this.#timeZone = timeZone;
    this.#origin = origin;
    this.#courses = courses;
    this.#plans = plans;
  }

  async read(context: Context, rows: readonly RowToEnroll[], people: readonly (string | Problem)[]): Promise<void> {
    const pairs = zip(rows, people).flatMap(([{ courseId }, studentId]) =>
      typeof studentId === "string" ? [{ studentId, courseId }] : [],
    );
    const students = pairs.map(({ studentId }) => studentId);
    const requested = pairs.map(({ courseId }) => courseId);
    for (const { id, studentId, courseId, expiresAt, ...row } of await lockPairs(context, students, requested)) {
      const status = statusAt({ ...row, expiresAt }, this.#now);
      const isOver = status === "expired" || status === "revoked";
      const existing = { id, studentId, courseId, expiresAt, isOver, wasRevoked: status === "revoked" };
      this.#existing.set(keyOf(studentId, courseId), existing);
    }
  }

  add(row: RowToEnroll, studentId: string): Enrolled | Problem {
    try {
      const { courseId } = row;
      const course = requireOpen(this.#courses, courseId);
      const plan = planOf(this.#plans, row.planId, courseId);
      const startsAt = row.startsAt ?? this.#now;
      const expiresAt = endOf(row, plan?.access ?? course.access, { startsAt, timeZone: this.#timeZone });
      const existing = this.#existing.get(keyOf(studentId, courseId));
      if (existing) return this.#meet(row, existing, expiresAt);
      if (plan) takeSeat(plan);
      const id = newId();
      const { notify, externalId = null, metadata = {} } = row;
      const terms = { planId: plan?.id ?? null, ...this.#origin, startsAt, expiresAt };
      this.fresh.push({ id, studentId, courseId, ...terms, externalId, metadata, notify });
      const made = { id, studentId, courseId, expiresAt, isOver: false, wasRevoked: false };
      this.#existing.set(keyOf(studentId, courseId), made);
      return { status: "created", id };
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  #meet({ onExisting }: RowToEnroll, existing: Existing, expiresAt: Date | null): Enrolled | Problem {
    if (onExisting === "error") return new Problem("already_exists", "The student is already enrolled in this course.");
    const lasts =
      !existing.isOver && (existing.expiresAt === null || (expiresAt !== null && existing.expiresAt >= expiresAt));
    // An imported order can give access that has ended meanwhile.
    const hasEnded = expiresAt !== null && expiresAt <= this.#now;
    const isKept = onExisting === "keep" || (onExisting === "renew" && (!existing.isOver || existing.wasRevoked));
    if (isKept || lasts || hasEnded) return { status: "unchanged", id: existing.id };
    existing.expiresAt = expiresAt;
    existing.isOver = false;
    this.extended.set(existing.id, existing);
    return { status: "updated", id: existing.id };
  }
}

const keyOf = (studentId: string, courseId: string) => `${studentId} ${courseId}`;

/** Returns the IDs of enrollments that were not inserted because of a concurrent conflict. */
async function write(context: Context, plan: Plan, courses: ReadonlyMap<string, Taught>): Promise<Set<string>> {
  const { now } = context;
  const inserted = plan.fresh.length > 0 ? await insertEnrollments(context, plan.fresh, now) : new Set<string>();
  const made = plan.fresh.filter(({ id }) => inserted.has(id));
  // An enrollment that this request also creates is already inserted with its extended end.
  const extended = [...plan.extended.values()];
  if (extended.length > 0) await extendEnrollments(context, extended);
  const back = extended.filter(({ wasRevoked }) => wasRevoked);
  await countEnrolled(context, tally([...made, ...back].map(({ courseId }) => courseId)), context.now);
  await markMembersUpdated(
    context,
    [...made, ...extended].map(({ studentId }) => studentId),
  );
  await countSeats(context, tally(made.flatMap(({ planId }) => planId ?? [])), context.now);
  await recordEvents(context, [
    ...made.map((row) => enrollmentEvent("enrollment.created", row)),
    ...extended.map((row) => enrollmentEvent(row.wasRevoked ? "enrollment.reactivated" : "enrollment.extended", row)),
  ]);
  await notifyMany(
    context,
    "course_update",
    made
      .filter(({ notify }) => notify)
      .map((row) => ({ ...occasions.enrolled(row, mustGet(courses, row.courseId)), memberId: row.studentId })),
  );
  return new Set(plan.fresh.filter(({ id }) => !inserted.has(id)).map(({ id }) => id));
}

function tally(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
