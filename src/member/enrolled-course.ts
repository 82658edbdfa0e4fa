import { lectureNames } from "#domain/learning/enrollments/enrolled-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { lecturersOfCourses } from "#domain/catalog/lecturers/lecturer-cards.ts";
import { courseProgress } from "#domain/learning/progress/course-progress.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { pictureAddress } from "./addresses.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf } from "./connection.ts";
import { CertificateSummary, CourseProgress } from "./course-progress.ts";
import { LecturerSummary } from "./lecturer.ts";
import { Node } from "./node-interface.ts";
import { shared } from "./load-once.ts";
import { enumName } from "./wire-names.ts";
import { type EnrolledCourse, type EnrolledCourseInBrief, statusOf } from "#domain/learning/enrollments/enrollment.ts";
import { newestCertificates } from "#domain/learning/certificates/queries.ts";

/** A course in the format of the schema: plain values that the executor only copies. */
export interface EnrolledCourseNode {
  slug: string;
  expireDate: Date | null;
  hasLifetimeAccess: boolean;
  lastWatchedLecture: LastWatchedLecture | null;
  /** The sources of the other fields. Undefined if the query needs only the fields in brief. */
  details: Details | undefined;
}

interface Details {
  course: EnrolledCourse;
  page: PageDetails;
}

const fieldsInBrief: ReadonlySet<string> = new Set([
  "EnrolledCourse.slug",
  "EnrolledCourse.expireDate",
  "EnrolledCourse.hasLifetimeAccess",
  "EnrolledCourse.lastWatchedLecture",
  "LastWatchedLecture.lectureId",
  "LastWatchedLecture.positionSeconds",
]);

/** Fields that need more data: cursors, and the ID in a fragment on the interface. */
const fieldsInFull = ["PageInfo.startCursor", "PageInfo.endCursor", "EnrolledCourseEdge.cursor", "Node.id"];

/** Returns true if `EnrolledCourseInBrief` suffices for the query. */
export function isInBrief(requested: ReadonlySet<string>): boolean {
  if (fieldsInFull.some((field) => requested.has(field))) return false;
  for (const field of requested) {
    const isOurs = field.startsWith("EnrolledCourse.") || field.startsWith("LastWatchedLecture.");
    if (isOurs && !fieldsInBrief.has(field)) return false;
  }
  return true;
}

interface LastWatchedLecture {
  lectureId: string;
  positionSeconds: number;
  details: Details | undefined;
}

type PageDetails = ReturnType<typeof pageDetails>;

export function enrolledCourseNodes(context: MemberContext, courses: readonly EnrolledCourse[]): EnrolledCourseNode[] {
  const page = pageDetails(context, courses);
  return courses.map((course) => enrolledCourseNode(course, { course, page }));
}

/** For queries that `isInBrief` accepts. */
export const enrolledCourseNodesInBrief = (courses: readonly EnrolledCourseInBrief[]): EnrolledCourseNode[] =>
  courses.map((course) => enrolledCourseNode(course, undefined));

/** Returns the sources of the fields that are not in brief. */
export function detailsOf({ details }: Pick<EnrolledCourseNode, "details">): Details {
  if (!details) throw new Error("The query requests a field that isInBrief does not know.");
  return details;
}

const pageDetails = (context: MemberContext, courses: readonly EnrolledCourse[]) => ({
  progress: shared(() => courseProgress(context, courses, context.now)),
  lecturers: shared(() =>
    lecturersOfCourses(
      context,
      courses.map(({ courseId }) => courseId),
    ),
  ),
  certificates: shared(() =>
    newestCertificates(
      context,
      courses.map(({ id }) => id),
    ),
  ),
  lectureNames: shared(() =>
    lectureNames(
      context,
      courses.flatMap(({ lastLectureId }) => lastLectureId ?? []),
    ),
  ),
});

function enrolledCourseNode(
  { slug, expiresAt, lastLectureId, lastPositionSeconds }: EnrolledCourseInBrief,
  details: Details | undefined,
): EnrolledCourseNode {
  return {
    slug,
    expireDate: expiresAt,
    hasLifetimeAccess: expiresAt === null,
    lastWatchedLecture:
      lastLectureId === null
        ? null
        : { lectureId: formatId("lecture", lastLectureId), positionSeconds: lastPositionSeconds ?? 0, details },
    details,
  };
}

const LastWatchedLectureType = builder.objectRef<LastWatchedLecture>("LastWatchedLecture").implement({
  description: "The last playback position.",
  fields: (t) => ({
    lectureId: t.exposeID("lectureId", { description: "ID of the lecture (lec_…)." }),
    positionSeconds: t.exposeInt("positionSeconds", {
      description:
        "Latest playback position in whole seconds. Players start a video that was watched to its end from 0.",
    }),
    lectureName: t.string({
      nullable: true,
      description: "Title of the lecture. Null if the lecture has been deleted.",
      async resolve(lecture) {
        const { course, page } = detailsOf(lecture);
        return course.lastLectureId === null ? null : ((await page.lectureNames()).get(course.lastLectureId) ?? null);
      },
    }),
    watchedAt: t.field({
      type: "DateTime",
      description: "Time of the last playback.",
      resolve(lecture) {
        const { lastActivityAt, enrolledAt } = detailsOf(lecture).course;
        return lastActivityAt ?? enrolledAt;
      },
    }),
  }),
});

export const EnrollmentStatus = builder.enumType("EnrollmentStatus", {
  description: "Current status of an enrollment.",
  values: {
    ACTIVE: { description: "The course is accessible." },
    COMPLETED: { description: "The course is completed and still accessible." },
    EXPIRED: { description: "Access has ended. completedAt is set if the course was completed." },
  },
});

const EnrolledCourseType = builder.objectRef<EnrolledCourseNode>("EnrolledCourse");
EnrolledCourseType.implement({
  interfaces: [Node],
  description: "A course that the member is enrolled in. Contains no purchase details.",
  fields: (t) => ({
    id: t.id({
      description: "ID of the enrollment (enr_…).",
      resolve: (node) => formatId("enrollment", detailsOf(node).course.id),
    }),
    slug: t.exposeString("slug", { description: "URL slug of the course." }),
    name: t.string({ description: "Name of the course.", resolve: (node) => detailsOf(node).course.name }),
    url: t.field({
      type: "URL",
      description: "URL of the course page.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/courses/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Cover image of the course. Null if there is none.",
      resolve: (node, _args, { site }) => pictureAddress(site, detailsOf(node).course.coverFileId),
    }),
    status: t.field({
      type: EnrollmentStatus,
      description: "Status at the time of the request.",
      resolve: (node, _args, { now }) => enumName(statusOf(detailsOf(node).course, now)),
    }),
    enrolledAt: t.field({
      type: "DateTime",
      description: "Start of the enrollment.",
      resolve: (node) => detailsOf(node).course.enrolledAt,
    }),
    expireDate: t.expose("expireDate", {
      type: "DateTime",
      nullable: true,
      description: "When access ends or ended. Null exactly if hasLifetimeAccess is true.",
    }),
    hasLifetimeAccess: t.exposeBoolean("hasLifetimeAccess", { description: "True if access never ends." }),
    completedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the member completed the course. Null if they have not.",
      resolve: (node) => detailsOf(node).course.completedAt,
    }),
    lastWatchedLecture: t.expose("lastWatchedLecture", {
      type: LastWatchedLectureType,
      nullable: true,
      description: "Last playback position. Null before the first playback.",
    }),
    progress: t.field({
      type: CourseProgress,
      description: "The member's progress.",
      async resolve(node) {
        const { course, page } = detailsOf(node);
        return mustGet(await page.progress(), course.id);
      },
    }),
    lecturers: t.field({
      type: [LecturerSummary],
      description: "The lecturers of the course, in display order.",
      async resolve(node) {
        const { course, page } = detailsOf(node);
        return (await page.lecturers()).get(course.courseId) ?? [];
      },
    }),
    certificate: t.field({
      type: CertificateSummary,
      nullable: true,
      description: "The most recent valid certificate. Null if there is none.",
      async resolve(node) {
        const { course, page } = detailsOf(node);
        return (await page.certificates()).get(course.id) ?? null;
      },
    }),
  }),
});

export const EnrolledCourseConnection = connectionOf("EnrolledCourse", EnrolledCourseType);
