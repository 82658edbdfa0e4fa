import assert from "node:assert/strict";
import { test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { addMember } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import type { ProgressEvent } from "#domain/learning/progress/progress.ts";
import { recordProgress } from "#domain/learning/progress/queries.ts";
import { aSiteContext } from "./support.ts";

const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 12, minute));

/** A member enrolled in a course of two lectures. */
async function aLearner() {
  const context = (await aSiteContext())();
  const { now } = context;
  const { id: studentId } = await perform(addMember, context, { email: `${newId()}@example.test`, roles: ["student"] });
  const [courseId, sectionId, enrollmentId] = [newId(), newId(), newId()];
  const lectureIds = [newId(), newId()] as const;
  await insertCourse(context, { id: courseId, slug: `course-${courseId}`, name: "Ropes" }, now);
  await insertSection(context, { id: sectionId, courseId, title: "Week 1", position: 1 }, now);
  for (const [index, id] of lectureIds.entries()) {
    await insertLecture(context, { id, courseId, sectionId, title: "Knots", position: index + 1, kind: "video" }, now);
  }
  await insertEnrollment(context, { id: enrollmentId, studentId, courseId, startsAt: at(0), enrolledAt: at(0) }, now);

  const record = (lectureId: string, minute: number, kind: ProgressEvent["kind"], positionSeconds?: number) =>
    recordProgress(context, { enrollmentId, lectureId, kind, positionSeconds, occurredAt: at(minute) });
  const lastPosition = async () => {
    const [course] = await listEnrolledCourses(context, studentId, { first: 1 }, new Date());
    return [course?.lastLectureId, course?.lastPositionSeconds, course?.lastActivityAt];
  };
  const progress = async (lectureId: string) => {
    const row = await context.db.first<{ position: number; completedAt: Date | null; opened: Date }>`
      select position_seconds as position, completed_at, first_opened_at as opened from lecture_progress
       where site_id = ${context.site.id} and enrollment_id = ${enrollmentId} and lecture_id = ${lectureId}`;
    return row && [row.position, row.completedAt, row.opened];
  };
  return { context, enrollmentId, lectureIds, record, lastPosition, progress };
}

void test("A position is stored with its lecture and becomes the member's last position", async () => {
  const { lectureIds, record, lastPosition, progress } = await aLearner();
  const [knots, hitches] = lectureIds;
  assert.deepEqual(await lastPosition(), [null, null, null]);
  assert.equal(await record(knots, 1, "opened"), true);
  assert.deepEqual(await lastPosition(), [knots, 0, at(1)]);
  await record(knots, 2, "position", 61);
  await record(hitches, 3, "position", 5);
  assert.deepEqual(await lastPosition(), [hitches, 5, at(3)]);
  await record(knots, 4, "opened");
  assert.deepEqual(await lastPosition(), [knots, 61, at(4)]);
  assert.deepEqual(await progress(knots), [61, null, at(1)]);
});

void test("The event that occurred last wins, whichever arrived last", async () => {
  const { lectureIds, record, lastPosition, progress } = await aLearner();
  const [knots, hitches] = lectureIds;
  await record(knots, 10, "position", 600);
  await record(knots, 5, "position", 300);
  await record(hitches, 7, "position", 42);
  assert.deepEqual(await lastPosition(), [knots, 600, at(10)]);
  assert.deepEqual(await progress(knots), [600, null, at(5)]);
  assert.deepEqual(await progress(hitches), [42, null, at(7)]);
});

void test("A completion counts, however late it arrives, until it is withdrawn; without positions, neither changes the last position", async () => {
  const { lectureIds, record, lastPosition, progress } = await aLearner();
  const [knots, hitches] = lectureIds;
  await record(knots, 10, "position", 600);
  await record(knots, 9, "completed");
  assert.deepEqual(await progress(knots), [600, at(9), at(9)]);
  await record(knots, 12, "completed");
  assert.deepEqual(await progress(knots), [600, at(9), at(9)]);
  await record(knots, 13, "uncompleted");
  assert.deepEqual(await progress(knots), [600, null, at(9)]);
  // Any activity moves the time, but only watching moves the position.
  assert.deepEqual(await lastPosition(), [knots, 600, at(13)]);
  await record(hitches, 11, "position", 42);
  assert.deepEqual(await lastPosition(), [hitches, 42, at(13)]);
});

void test("A completion with a position changes the last lecture and position", async () => {
  const { lectureIds, record, lastPosition, progress } = await aLearner();
  const [knots, hitches] = lectureIds;
  await record(knots, 1, "position", 420);
  await record(knots, 2, "completed", 600);
  assert.deepEqual(await lastPosition(), [knots, 600, at(2)]);
  await record(knots, 4, "position", 30);
  assert.deepEqual(await lastPosition(), [knots, 30, at(4)]);
  await record(hitches, 3, "completed", 90);
  assert.deepEqual(await lastPosition(), [knots, 30, at(4)]);
  await record(hitches, 5, "completed", 95);
  assert.deepEqual(await lastPosition(), [hitches, 95, at(5)]);
  assert.deepEqual(await progress(knots), [30, at(2), at(1)]);
});

void test("A lecture of another course and an enrollment of another site are not found", async () => {
  const [one, other] = [await aLearner(), await aLearner()];
  assert.equal(await one.record(other.lectureIds[0], 1, "opened"), false);
  const event = {
    enrollmentId: one.enrollmentId,
    lectureId: one.lectureIds[0],
    kind: "opened",
    occurredAt: at(1),
  } as const;
  assert.equal(await recordProgress(other.context, event), false);
  assert.deepEqual(await one.lastPosition(), [null, null, null]);
});

void test("The newest of twenty concurrent reports is stored", async () => {
  const { lectureIds, record, lastPosition } = await aLearner();
  const [knots, hitches] = lectureIds;
  const minutes = Array.from({ length: 20 }, (_report, index) => (index * 7) % 20);
  await Promise.all(minutes.map((minute) => record(minute % 2 ? knots : hitches, minute, "position", minute)));
  assert.deepEqual(await lastPosition(), [knots, 19, at(19)]);
});
