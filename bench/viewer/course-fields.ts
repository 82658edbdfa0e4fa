import type { EnrolledCourse } from "#domain/learning/enrollments/enrollment.ts";
import { formatId } from "#domain/platform/ids.ts";

type Read = Pick<EnrolledCourse, "slug" | "expiresAt" | "lastLectureId" | "lastPositionSeconds">;

/** The same values under the same names as ours. */
export const courseFields = ({ slug, expiresAt, lastLectureId, lastPositionSeconds }: Read) => ({
  slug,
  expireDate: expiresAt?.toISOString() ?? null,
  hasLifetimeAccess: expiresAt === null,
  lastWatchedLecture:
    lastLectureId === null
      ? null
      : { lectureId: formatId("lecture", lastLectureId), positionSeconds: lastPositionSeconds ?? 0 },
});
