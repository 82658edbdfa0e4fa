import { type EnrolledCourse, type EnrolledCoursePosition, positionOf } from "#domain/enrollments/enrollment.ts";
import { formatId, parseId } from "#domain/ids.ts";
import { builder } from "./builder.ts";
import { connectionOf } from "./connection.ts";
import { badUserInput } from "./errors.ts";

const LastWatchedLecture = builder
  .objectRef<{ lectureId: string; positionSeconds: number }>("LastWatchedLecture")
  .implement({
    fields: (t) => ({
      lectureId: t.id({ resolve: ({ lectureId }) => formatId("lecture", lectureId) }),
      positionSeconds: t.exposeInt("positionSeconds", { description: "Playback position in whole seconds" }),
    }),
  });

const EnrolledCourseType = builder.objectRef<EnrolledCourse>("EnrolledCourse");
EnrolledCourseType.implement({
  description: "A course the member has access to. It is no order: it says nothing of prices, coupons or refunds.",
  fields: (t) => ({
    slug: t.exposeString("slug"),
    expireDate: t.expose("expiresAt", {
      type: "DateTime",
      nullable: true,
      description: "Null exactly when hasLifetimeAccess is true",
    }),
    hasLifetimeAccess: t.boolean({ resolve: ({ expiresAt }) => expiresAt === null }),
    lastWatchedLecture: t.field({
      type: LastWatchedLecture,
      nullable: true,
      description: "Null before the first playback",
      resolve: ({ lastLectureId, lastPositionSeconds }) =>
        lastLectureId === null ? null : { lectureId: lastLectureId, positionSeconds: lastPositionSeconds ?? 0 },
    }),
  }),
});

export const EnrolledCourseConnection = connectionOf("EnrolledCourse", EnrolledCourseType);

/** Where the next page begins: the activity and the enrollment of the last course shown. */
export function encodePosition(course: EnrolledCourse): string {
  const { activeAt, id } = positionOf(course);
  return Buffer.from(`${activeAt.getTime()} ${formatId("enrollment", id)}`).toString("base64url");
}

export function decodePosition(cursor: string): EnrolledCoursePosition {
  const [time = "", text = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  const id = parseId("enrollment", text);
  if (!id || !/^\d{1,15}$/.test(time)) throw badUserInput("after must be an endCursor of this list.");
  return { activeAt: new Date(Number(time)), id };
}
