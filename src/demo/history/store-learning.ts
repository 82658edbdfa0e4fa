import { recordset } from "#database/statements/sql.ts";
import { countEnrolled, countSeats } from "#domain/learning/enrollments/queries.ts";
import { keepActivityOf, storeProgress } from "#domain/learning/progress/store-progress.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { type Calendar, plusMinutes } from "./calendar.ts";
import type { Learning } from "./history.ts";
import { insertRows } from "./insert-rows.ts";
import { newSerial } from "#domain/learning/certificates/certificate.ts";

/** Stores enrollments with their progress and certificates, and counts students and seats. */
export async function storeLearning(scope: SiteScope, learning: readonly Learning[], { now }: Calendar): Promise<void> {
  await insertRows(
    scope,
    "enrollments",
    learning.map(({ id, person, course, planId, source, sourceId, enrolledAt, expiresAt, completedAt, revoked }) => ({
      id,
      studentId: person.id,
      courseId: course.id,
      planId,
      source,
      sourceId,
      expiresAt,
      completedAt,
      status: revoked ? "revoked" : completedAt ? "completed" : expiresAt && expiresAt <= now ? "expired" : "active",
      revokedAt: revoked?.at ?? null,
      revokeReason: revoked?.reason ?? null,
      revokedFor: revoked?.cause ?? null,
      enrolledAt,
      startsAt: enrolledAt,
      createdAt: enrolledAt,
      updatedAt: revoked?.at ?? completedAt ?? enrolledAt,
    })),
  );
  await storeSteps({ ...scope, now }, learning);
  await storeCertificates(scope, learning);
  const students = new Map<string, number>();
  const seats = new Map<string, number>();
  for (const { course, planId, revoked } of learning) {
    if (!revoked) add(students, course.id);
    // A revoked enrollment keeps its seat.
    if (planId !== null) add(seats, planId);
  }
  await countEnrolled(scope, students, now);
  await countSeats(scope, seats, now);
}

const add = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);

async function storeSteps(scope: SiteScope & { now: Date }, learning: readonly Learning[]): Promise<void> {
  const rows = learning.flatMap(({ id: enrollmentId, steps }) =>
    steps.map(({ lecture, openedAt, doneAt }) => {
      const seconds = doneAt ? lecture.durationSeconds : Math.round(lecture.durationSeconds * 0.4);
      const isHeard = lecture.kind === "audio" || lecture.kind === "video";
      return {
        enrollmentId,
        lectureId: lecture.id,
        firstOpenedAt: openedAt,
        completedAt: doneAt,
        positionSeconds: isHeard ? seconds : 0,
        watchedSeconds: isHeard ? seconds : 0,
        updatedAt: doneAt ?? plusMinutes(openedAt, 1),
      };
    }),
  );
  await storeProgress(scope, rows);
  const videos = new Set(learning.flatMap(({ steps }) => steps.flatMap(videoOf)));
  await storeWatchedParts(
    scope,
    rows.filter(({ lectureId }) => videos.has(lectureId)),
  );
  const seen = new Map<string, Date>();
  for (const { person, steps, enrolledAt } of learning) {
    const last = steps.reduce((latest, { openedAt, doneAt }) => maxOf(latest, doneAt ?? openedAt), enrolledAt);
    seen.set(person.id, maxOf(seen.get(person.id) ?? last, last));
  }
  await keepActivityOf(scope, seen);
  await scope.db.run`
    update members set last_sign_in_at = greatest(last_sign_in_at, last_active_at - interval '12 minutes')
     where site_id = ${scope.site.id} and id = any(${[...seen.keys()]}::uuid[])`;
}

const videoOf = ({ lecture: { id, kind } }: Learning["steps"][number]): string[] => (kind === "video" ? [id] : []);

/** Players report the watched parts of videos, here one from the beginning. */
async function storeWatchedParts({ db, site }: SiteScope, rows: readonly WatchedRow[]): Promise<void> {
  const watched = rows.map(({ enrollmentId, lectureId, watchedSeconds, firstOpenedAt }) => ({
    enrollmentId,
    lectureId,
    watchedIntervals: [[0, watchedSeconds]],
    watchStartedAt: firstOpenedAt,
  }));
  await db.run`
    update lecture_progress as stored
       set watched_intervals = watched.watched_intervals, watch_started_at = watched.watch_started_at
      from jsonb_populate_recordset(null::lecture_progress, ${recordset(watched)}::jsonb) as watched
     where stored.site_id = ${site.id} and stored.enrollment_id = watched.enrollment_id
       and stored.lecture_id = watched.lecture_id`;
}

interface WatchedRow {
  enrollmentId: string;
  lectureId: string;
  watchedSeconds: number;
  firstOpenedAt: Date;
}

const maxOf = (one: Date, other: Date): Date => (one > other ? one : other);

function storeCertificates(scope: SiteScope, learning: readonly Learning[]): Promise<void> {
  const rows = learning.flatMap(({ id: enrollmentId, person, course, completedAt, revoked }) =>
    completedAt && !revoked
      ? [
          {
            id: newId(),
            serial: newSerial(),
            enrollmentId,
            studentId: person.id,
            courseId: course.id,
            studentName: person.name,
            courseName: course.name,
            status: "valid",
            issuedAt: completedAt,
            createdAt: completedAt,
            updatedAt: completedAt,
          },
        ]
      : [],
  );
  return insertRows(scope, "certificates", rows);
}
