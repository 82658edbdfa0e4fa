import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { keepInCourse } from "#domain/catalog/curriculum/queries.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import {
  completeEnrollments,
  completesByRule,
  completesByWatching,
  completionOf,
  isDoneBySaying,
} from "./completion.ts";
import type { ProgressReport } from "./progress.ts";
import { keepProgress, keepReport, progressOfLecture } from "./queries.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { addWatched, type Interval, secondsOf } from "./watched-intervals.ts";
import { type Enrollment, enrollmentEvent } from "#domain/learning/enrollments/enrollment.ts";
import { savePermille } from "./progress-percent.ts";

/**
 * Records a progress report: updates the progress, completes the lecture and the course if their conditions are met,
 * and emits the events. Must run in a transaction; reports of one enrollment are serialized. The caller must check
 * permissions.
 */
export async function recordReport(context: Context, report: ProgressReport): Promise<Recorded> {
  const enrollment = await lockEnrollment(context, report.enrollmentId);
  const lecture = enrollment && (await findLecture(context, enrollment, report.lectureId));
  if (!enrollment) throw notFound("enrollment", formatId("enrollment", report.enrollmentId));
  if (!lecture) throw notFound("lecture", formatId("lecture", report.lectureId), "in this course");
  if (!lecture.isKept) await keepInCourse(context, report.lectureId, enrollment.courseId);
  const isDone = lecture.completedAt !== null;
  if (!(await keepReport(context, report, context.now)))
    return { outcome: "unchanged", isDone, completesCourse: false };
  if (report.isChecked) requirePossible(lecture, report);

  // Clamps to the current time, because an event from a fast clock would otherwise win against later ones.
  const occurredAt = report.occurredAt > context.now ? context.now : report.occurredAt;
  const event = startsAgain(lecture, report)
    ? { ...report, occurredAt, positionSeconds: 0 }
    : { ...report, occurredAt };
  const watching = watchingAfter(context, lecture, event);
  const isOpen = lecture.completedAt === null && !report.isVisit;
  const byRule = isOpen && isCompletedBy(lecture, event, watching.intervals);
  const completes = event.kind === "completed" || byRule;
  const progress = await keepProgress(context, event, { completes, watching });
  const completedAt = progress?.completedAt ?? null;
  const changesCompletion = (completedAt === null) !== (lecture.completedAt === null);
  const completion = changesCompletion ? await completionOf(context, enrollment) : undefined;
  if (completion) await savePermille(context, enrollment.id, completion.permille);

  const events: OutboxEvent[] = [];
  if (enrollment.isFresh && event.kind !== "uncompleted")
    events.push(enrollmentEvent("enrollment.started", enrollment));
  if (lecture.completedAt === null && completedAt) {
    events.push(emitLectureEvent(enrollment, report.lectureId, completedAt));
  }
  await recordEvents(context, events);
  const isFulfilled = lecture.completedAt === null && completedAt !== null && completion?.isFulfilled === true;
  const completed = isFulfilled ? await completeEnrollments(context, [{ ...enrollment, at: occurredAt }]) : 0;
  // The student shows the last activity, the watched time and the completed courses of all enrollments.
  await markMembersUpdated(context, [enrollment.studentId], { activeAt: occurredAt });
  return { outcome: "recorded", isDone: completedAt !== null, completesCourse: completed > 0 };
}

interface Recorded {
  /** `unchanged` for a duplicate report. */
  outcome: "recorded" | "unchanged";
  /** True if the lecture is completed after the report. */
  isDone: boolean;
  /** True if the report completed the course. */
  completesCourse: boolean;
}

interface Existing extends Pick<Enrollment, "id" | "studentId" | "courseId"> {
  /** True if the enrollment has no progress yet. */
  isFresh: boolean;
}

async function lockEnrollment({ db, site }: Context, id: string): Promise<Existing | undefined> {
  const existing = await db.first<Omit<Existing, "isFresh">>`
    select id, student_id, course_id from enrollments
     where site_id = ${site.id} and id = ${id} and ${table("enrollments").present} for no key update`;
  // A separate statement, because a statement sees what was committed before it began, not before its locks were
  // granted.
  const begun =
    existing &&
    (await db.first`select from lecture_progress where site_id = ${site.id} and enrollment_id = ${id} limit 1`);
  return existing && { ...existing, isFresh: begun === undefined };
}

interface ReportedLecture extends Pick<LectureRecord, "completionRule" | "durationSeconds"> {
  /** True if the student has progress in the lecture. */
  isKept: boolean;
  completedAt: Date | null;
  completionDecidedAt: Date | null;
  positionSeconds: number | null;
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

/** The latest decision on the completion, if it withdrew the completion. */
const withdrawalOf = ({ completedAt, completionDecidedAt }: ReportedLecture): Date | undefined =>
  completedAt === null ? (completionDecidedAt ?? undefined) : undefined;

/** True if the stored parts complete the lecture. Of a video of unknown length, any part could. */
function isWatched(
  { completionRule: rule, watchedIntervals, durationSeconds }: ReportedLecture,
  playerSeconds: number | null,
) {
  const length = durationSeconds ?? playerSeconds;
  const seconds = secondsOf(watchedIntervals ?? []);
  return rule.kind === "watch_percent" && (length === null ? seconds > 0 : completesByWatching(rule, seconds, length));
}

/** True if the report withdraws the completion of a watched video, which has to be watched again: from its start. */
const startsAgain = (lecture: ReportedLecture, { kind, positionSeconds }: ProgressReport): boolean =>
  kind === "uncompleted" && positionSeconds === undefined && isWatched(lecture, null);

/**
 * Adds the watched parts of a report to the stored ones. After the completion of a watched video was withdrawn, only
 * parts watched from then on count. If the student had marked a lecture as done before its end, the parts stay. After
 * any withdrawal, pages count that were opened from then on: players repeat the parts of their whole page view.
 */
function watchingAfter({ now }: Context, lecture: ReportedLecture, { watched }: ProgressReport) {
  const withdrawnAt = withdrawalOf(lecture);
  const { watchStartedAt } = lecture;
  const isOlder = withdrawnAt !== undefined && (watchStartedAt === null || watchStartedAt < withdrawnAt);
  const isAgain = isOlder && isWatched(lecture, watched?.durationSeconds ?? null);
  const before = isAgain ? [] : (lecture.watchedIntervals ?? []);
  const startedAt = isAgain ? withdrawnAt : (watchStartedAt ?? now);
  const isOutdated = withdrawnAt !== undefined && watched?.openedAt !== undefined && watched.openedAt < withdrawnAt;
  if (!watched || isOutdated) return { intervals: before, startedAt };
  const durationSeconds = lecture.durationSeconds ?? watched.durationSeconds;
  return { intervals: addWatched({ before, reported: watched.intervals, durationSeconds, startedAt, now }), startedAt };
}

function isCompletedBy(lecture: ReportedLecture, report: ProgressReport, intervals: readonly Interval[]): boolean {
  const { watched } = report;
  const { completionRule: rule, durationSeconds } = lecture;
  if (!watched || rule.kind !== "watch_percent") {
    const at = withdrawalOf(lecture);
    // A page that was opened after the withdrawal shows the lecture again.
    const isNew = at === undefined || (watched?.openedAt !== undefined && watched.openedAt >= at);
    const withdrawal = isNew ? undefined : { at, positionSeconds: lecture.positionSeconds ?? 0 };
    return completesByRule(rule, report, { durationSeconds, withdrawal });
  }
  return completesByWatching(rule, secondsOf(intervals), durationSeconds ?? watched.durationSeconds);
}

const findLecture = ({ db, site }: Context, { id, courseId }: Existing, lectureId: string) =>
  db.first<ReportedLecture>`
    select lectures.completion_rule, lectures.duration_seconds, progress.id is not null as is_kept, progress.completed_at, progress.completion_decided_at,
           progress.position_seconds, progress.watched_intervals, progress.watch_started_at
      from ${table("lectures").withReference(site.id, { id: lectureId })}
      left join ${progressOfLecture(site.id, id, lectureId)} on true
     where lectures.course_id = ${courseId} and lectures.deleted_at is null`;

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
