import { type EnrolledCourse, type EnrolledCoursePosition, positionOf } from "#domain/enrollments/enrollment.ts";
import { formatId, parseId } from "#domain/ids.ts";
import { builder } from "./builder.ts";
import { connectionOf } from "./connection.ts";
import { badUserInput } from "./errors.ts";

/** A course as the API shows it: plain values under the names of the schema, which the compiled query only copies. */
export interface EnrolledCourseNode {
  slug: string;
  expireDate: string | null;
  hasLifetimeAccess: boolean;
  lastWatchedLecture: LastWatchedLecture | null;
  /** For cursors alone. */
  course: EnrolledCourse;
}

interface LastWatchedLecture {
  lectureId: string;
  positionSeconds: number;
}

export function enrolledCourseNode(course: EnrolledCourse): EnrolledCourseNode {
  const { slug, expiresAt, lastLectureId, lastPositionSeconds } = course;
  return {
    slug,
    expireDate: expiresAt === null ? null : expiresAt.toISOString(),
    hasLifetimeAccess: expiresAt === null,
    lastWatchedLecture:
      lastLectureId === null
        ? null
        : { lectureId: formatId("lecture", lastLectureId), positionSeconds: lastPositionSeconds ?? 0 },
    course,
  };
}

const LastWatchedLectureType = builder.objectRef<LastWatchedLecture>("LastWatchedLecture").implement({
  fields: (t) => ({
    lectureId: t.exposeID("lectureId"),
    positionSeconds: t.exposeInt("positionSeconds", { description: "Playback position in whole seconds" }),
  }),
});

const EnrolledCourseType = builder.objectRef<EnrolledCourseNode>("EnrolledCourse");
EnrolledCourseType.implement({
  description: "A course the member has access to. It is no order: it says nothing of prices, coupons or refunds.",
  fields: (t) => ({
    slug: t.exposeString("slug"),
    expireDate: t.expose("expireDate", {
      type: "DateTime",
      nullable: true,
      description: "Null exactly when hasLifetimeAccess is true",
    }),
    hasLifetimeAccess: t.exposeBoolean("hasLifetimeAccess"),
    lastWatchedLecture: t.expose("lastWatchedLecture", {
      type: LastWatchedLectureType,
      nullable: true,
      description: "Null before the first playback",
    }),
  }),
});

export const EnrolledCourseConnection = connectionOf("EnrolledCourse", EnrolledCourseType);

/** Where the next page begins: the activity and the enrollment of the last course shown. */
export function encodePosition({ course }: EnrolledCourseNode): string {
  const { activeAt, id } = positionOf(course);
  return Buffer.from(`${activeAt.getTime()} ${formatId("enrollment", id)}`).toString("base64url");
}

export function decodePosition(cursor: string): EnrolledCoursePosition {
  const [time = "", text = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  const id = parseId("enrollment", text);
  if (!id || !/^\d{1,14}$/.test(time)) throw badUserInput("after must be an endCursor of this list.");
  return { activeAt: new Date(Number(time)), id };
}
