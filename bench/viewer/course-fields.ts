import { formatId } from "#domain/platform/ids.ts";
import type { EnrolledCourse } from "../../src/domain/learning/enrollments/enrollment.ts";

type Read = Pick<EnrolledCourse, "slug" | "expiresAt" | "lastLectureId" | "lastPositionSeconds">;

/** The same values with the same names as in our API. */
export const courseFields = ({ slug, expiresAt, lastLectureId, lastPositionSeconds }: Read) => ({
  slug,
  expireDate: expiresAt?.toISOString() ?? null,
  hasLifetimeAccess: expiresAt === null,
  lastWatchedLecture:
    lastLectureId === null
      ? null
      : { lectureId: formatId("lecture", lastLectureId), positionSeconds: lastPositionSeconds ?? 0 },
});
