import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { lecturesNamed, listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import { type IncludingPlan, listIncludingPlans } from "#domain/memberships/subscriptions/queries.ts";
import { cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { operation } from "#domain/platform/operation.ts";
import { type CourseProgress, courseProgress } from "#domain/learning/progress/course-progress.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import {
  type EnrolledCourse,
  type EnrollmentStatus,
  positionOf,
  statusOf,
} from "#domain/learning/enrollments/enrollment.ts";
import { type CertificateCard, newestCertificates } from "#domain/learning/certificates/queries.ts";

/** A member's course with their progress. */
export interface MyCourse extends Pick<
  EnrolledCourse,
  "slug" | "name" | "expiresAt" | "completedAt" | "lastPositionSeconds" | "lastActivityAt"
> {
  enrollmentStatus: EnrollmentStatus;
  progress: Pick<CourseProgress, "completedLectures" | "totalLectures" | "percent">;
  /** The last opened lecture. Null if none was opened or the lecture was deleted. */
  lastLecture: { id: string; title: string } | null;
  coverUrl: string | null;
  /** The membership that gives the course. Null if it was bought or given otherwise. */
  includedIn: IncludingPlan | null;
  /** Valid certificate of the member for this course. */
  certificate: CertificateCard | null;
}

const list = { kind: "myCourses" };

export const listMyCourses = operation({
  name: "listMyCourses",
  summary: "List the member's courses",
  description: "Most recently used first.",
  reads: { only: ["session"] },
  input: z.object({ limit: z.number().int().min(1).max(100), cursor: z.string().max(500).optional() }),
  output: z.object({ courses: z.array(z.custom<MyCourse>()), nextCursor: z.string().nullable() }),
  async run(context, { limit, cursor }) {
    const { memberId } = requireSession(context);
    const page = { first: limit + 1, after: cursor === undefined ? undefined : positionFrom(cursor) };
    const found = await listEnrolledCourses(context, memberId, page, context.now);
    const { rows, nextCursor } = cursorPage(found, limit, list, (course) => {
      const { activeAt, id } = positionOf(course);
      return { value: activeAt.toISOString(), id };
    });
    return { courses: await serialize(context, rows), nextCursor };
  },
});

function positionFrom(cursor: string) {
  const { value, id } = decodeCursor(cursor, list);
  return { activeAt: new Date(value), id };
}

async function serialize(context: Context, courses: readonly EnrolledCourse[]): Promise<MyCourse[]> {
  const progressOf = await courseProgress(context, courses, context.now);
  const lectures = await lecturesNamed(
    context,
    courses.flatMap(({ lastLectureId }) => lastLectureId ?? []),
  );
  const certificates = await newestCertificates(
    context,
    courses.flatMap(({ id, completedAt }) => (completedAt ? [id] : [])),
  );
  const plans = await listIncludingPlans(context, courses.flatMap(subscriptionOf));
  return courses.map((course) => {
    const { lastLectureId: id } = course;
    const lecture = id === null ? undefined : lectures.get(id);
    return {
      ...course,
      progress: progressOf.get(course.id) ?? { completedLectures: 0, totalLectures: 0, percent: 0 },
      enrollmentStatus: statusOf(course, context.now),
      coverUrl: publicFileUrl(context.site, course.coverFileId),
      includedIn: subscriptionOf(course).map((id) => plans.get(id) ?? null)[0] ?? null,
      certificate: certificates.get(course.id) ?? null,
      lastLecture: id === null || !lecture ? null : { id, title: lecture.title },
      // Programs report positions of any lecture. A text has none.
      lastPositionSeconds: lecture?.isPlayed ? course.lastPositionSeconds : null,
    };
  });
}

/** Returns the subscription that gives the course, if one does. */
const subscriptionOf = ({ source, sourceId }: Pick<EnrolledCourse, "source" | "sourceId">): string[] =>
  source === "membership" && sourceId !== null ? [sourceId] : [];
