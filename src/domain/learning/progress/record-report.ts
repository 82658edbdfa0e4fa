import { sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { type OutboxEvent, recordEvents } from "#domain/platform/outbox/record-event.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { issueOnCompletion } from "#domain/learning/certificates/issue.ts";
import { completesByRule, completesByWatching, completionOf, isDoneBySaying } from "./completion.ts";
import type { ProgressReport } from "./progress.ts";
import { keepProgress, keepReport } from "./queries.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { savePermille } from "./store-percent.ts";
import { addWatched, type Interval, secondsOf } from "./watched-intervals.ts";
import { isPresent } from "#domain/platform/is-present.ts";
import { rowOfReference } from "#domain/platform/row-of-reference.ts";
import { progressOfLecture } from "./progress-of-lecture.ts";

/**
 * Records a progress report: updates the progress, completes the lecture and the course if their conditions are met,
 * and emits the events. Must run in a transaction; reports of one enrollment are serialized. Returns `unchanged` for
 * a duplicate report. The caller must check permissions.
 */
export async function recordReport(context: Context, report: ProgressReport): Promise<"recorded" | "unchanged"> {
  const enrollment = await lockEnrollment(context, report.enrollmentId);
  const lecture = enrollment && (await findLecture(context, enrollment, report.lectureId));
  if (!enrollment) throw notFound("enrollment", formatId("enrollment", report.enrollmentId));
  if (!lecture) throw notFound("lecture", formatId("lecture", report.lectureId), "in this course");
  if (!(await keepReport(context, report, context.now))) return "unchanged";
  if (report.isChecked) requirePossible(lecture, report);

  // Clamps to the current time, because an event from a fast clock would otherwise win against later ones.
  const occurredAt = report.occurredAt > context.now ? context.now : report.occurredAt;
  const event = { ...report, occurredAt };
  const isUndecided = lecture.completedAt === null && lecture.completionDecidedAt === null;
  const watching = watchingAfter(context, lecture, report);
  const byRule = isUndecided && !report.isVisit && isCompletedBy(lecture, report, watching.intervals);
  const completes = event.kind === "completed" || byRule;
  const kept = await keepProgress(context, event, { completes, watching });
  const completedAt = kept?.completedAt ?? null;
  const changesCompletion = (completedAt === null) !== (lecture.completedAt === null);
  const completion = changesCompletion ? await completionOf(context, enrollment) : undefined;
  if (completion) await savePermille(context, enrollment.id, completion.permille);

  const events: OutboxEvent[] = [];
  if (enrollment.isFresh && event.kind !== "uncompleted") events.push(emit("enrollment.started", enrollment));
  if (lecture.completedAt === null && completedAt) {
    events.push(emitLectureEvent(enrollment, report.lectureId, completedAt));
    if (isUnderWay(enrollment) && completion?.isFulfilled) {
      await completeEnrollment(context, enrollment.id, occurredAt);
      events.push(emit("enrollment.completed", enrollment));
      await recordEvents(context, events.splice(0));
      await issueOnCompletion(context, enrollment);
    }
  }
  await recordEvents(context, events);
  // The student shows the last activity, the watched time and the completed courses of all enrollments.
  await markMembersUpdated(context, [enrollment.studentId], { activeAt: occurredAt });
  return "recorded";
}

interface Existing extends Pick<Enrollment, "id" | "studentId" | "courseId" | "status"> {
  /** True if the enrollment has no progress yet. */
  isFresh: boolean;
}

async function lockEnrollment({ db, site }: Context, id: string): Promise<Existing | undefined> {
  const existing = await db.first<Omit<Existing, "isFresh">>`
    select id, student_id, course_id, status from enrollments
     where site_id = ${site.id} and id = ${id} and ${isPresent} for no key update`;
  // A separate statement, because a statement sees what was committed before it began, not before its locks were
  // granted.
  const begun =
    existing &&
    (await db.first`select from lecture_progress where site_id = ${site.id} and enrollment_id = ${id} limit 1`);
  return existing && { ...existing, isFresh: begun === undefined };
}

interface ReportedLecture extends Pick<LectureRecord, "completionRule" | "durationSeconds"> {
  completedAt: Date | null;
  completionDecidedAt: Date | null;
  watchedIntervals: Interval[] | null;
  watchStartedAt: Date | null;
}

/** Durations are rounded to whole seconds, so a player can end one second later. */
const roundingSeconds = 1;

function requirePossible(
  { completionRule: rule, durationSeconds }: ReportedLecture,
  { kind, positionSeconds = 0 }: ProgressReport,
): void {
  if (kind === "completed" && !isDoneBySaying(rule)) {
    const detail = `This lecture is completed by ${rule.kind === "submit" ? "submitting its assignment" : "passing its quiz"}.`;
    throw validationFailed("/kind", "not_allowed", `${detail} Send \`override: true\` to complete it anyway.`);
  }
  if (durationSeconds !== null && positionSeconds > durationSeconds + roundingSeconds) {
    const detail = `The lecture has ${String(durationSeconds)} seconds.`;
    throw validationFailed("/positionSeconds", "too_large", `${detail} Send \`override: true\` to store it anyway.`);
  }
}

/** Adds the watched parts of a report to the stored ones. */
function watchingAfter({ now }: Context, lecture: ReportedLecture, { watched }: ProgressReport) {
  const before = lecture.watchedIntervals ?? [];
  const startedAt = lecture.watchStartedAt ?? now;
  if (!watched) return { intervals: before, startedAt };
  const durationSeconds = lecture.durationSeconds ?? watched.durationSeconds;
  return { intervals: addWatched({ before, reported: watched.intervals, durationSeconds, startedAt, now }), startedAt };
}

function isCompletedBy(
  { completionRule: rule, durationSeconds }: ReportedLecture,
  report: ProgressReport,
  intervals: readonly Interval[],
): boolean {
  const { watched } = report;
  if (!watched || rule.kind !== "watch_percent") return completesByRule(rule, report, durationSeconds);
  return completesByWatching(rule, secondsOf(intervals), durationSeconds ?? watched.durationSeconds);
}

const findLecture = ({ db, site }: Context, { id, courseId }: Existing, lectureId: string) =>
  db.first<ReportedLecture>`
    select lectures.completion_rule, lectures.duration_seconds, progress.completed_at, progress.completion_decided_at,
           progress.watched_intervals, progress.watch_started_at
      from ${rowOfReference(sql`lectures`, site.id, { id: lectureId })}
      left join ${progressOfLecture(site.id, id, lectureId)} on true
     where lectures.course_id = ${courseId} and lectures.deleted_at is null`;

const isUnderWay = ({ status }: Existing): boolean => status === "active" || status === "scheduled";

const completeEnrollment = ({ db, site, now }: Context, id: string, at: Date) =>
  db.run`
    update enrollments set status = 'completed', completed_at = ${at}, updated_at = ${now}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;

const emit = (type: `enrollment.${string}`, { id, studentId, courseId }: Existing): OutboxEvent => ({
  type,
  objectId: formatId("enrollment", id),
  data: {
    object: "enrollment",
    id: formatId("enrollment", id),
    student_id: formatId("member", studentId),
    course_id: formatId("course", courseId),
  },
});

const emitLectureEvent = ({ id, studentId }: Existing, lectureId: string, completedAt: Date): OutboxEvent => ({
  type: "lecture_progress.completed",
  objectId: formatId("enrollment", id),
  data: {
    object: "lecture_progress",
    enrollment_id: formatId("enrollment", id),
    student_id: formatId("member", studentId),
    lecture_id: formatId("lecture", lectureId),
    completed_at: completedAt.toISOString(),
  },
});
