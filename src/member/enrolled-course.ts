import { lectureNames } from "#domain/enrollments/enrolled-courses.ts";
import { type EnrolledCourse, standingOf } from "#domain/enrollments/enrollment.ts";
import { newestCertificates } from "#domain/enrollments/newest-certificates.ts";
import { formatId } from "#domain/ids.ts";
import { lecturersOfCourses } from "#domain/lecturers/lecturer-cards.ts";
import { courseProgress } from "#domain/progress/course-progress.ts";
import { pictureAddress } from "./addresses.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf } from "./connection.ts";
import { CertificateSummary, CourseProgress } from "./course-progress.ts";
import { LecturerSummary } from "./lecturer.ts";
import { shared } from "./shared.ts";
import { enumName } from "./wire-names.ts";

/** A course as the API shows it: plain values under the names of the schema, which the compiled query only copies. */
export interface EnrolledCourseNode {
  slug: string;
  expireDate: string | null;
  hasLifetimeAccess: boolean;
  lastWatchedLecture: LastWatchedLecture | null;
  /** What the other fields are made of. */
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

/** Whether a query asks for nothing that needs more than `EnrolledCourseInBrief`; a cursor is made of more, too. */
export function isInBrief(asked: ReadonlySet<string>): boolean {
  if (asked.has("PageInfo.endCursor")) return false;
  for (const field of asked) {
    const isOurs = field.startsWith("EnrolledCourse.") || field.startsWith("LastWatchedLecture.");
    if (isOurs && !fieldsInBrief.has(field)) return false;
  }
  return true;
}

interface LastWatchedLecture {
  lectureId: string;
  positionSeconds: number;
  course: EnrolledCourse;
  page: PageDetails;
}

type PageDetails = ReturnType<typeof pageDetails>;

export function enrolledCourseNodes(context: MemberContext, courses: readonly EnrolledCourse[]): EnrolledCourseNode[] {
  const page = pageDetails(context, courses);
  return courses.map((course) => enrolledCourseNode(course, page));
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

function enrolledCourseNode(course: EnrolledCourse, page: PageDetails): EnrolledCourseNode {
  const { slug, expiresAt, lastLectureId, lastPositionSeconds } = course;
  return {
    slug,
    expireDate: expiresAt === null ? null : expiresAt.toISOString(),
    hasLifetimeAccess: expiresAt === null,
    lastWatchedLecture:
      lastLectureId === null
        ? null
        : { lectureId: formatId("lecture", lastLectureId), positionSeconds: lastPositionSeconds ?? 0, course, page },
    course,
    page,
  };
}

const LastWatchedLectureType = builder.objectRef<LastWatchedLecture>("LastWatchedLecture").implement({
  description: "Where the member stopped.",
  fields: (t) => ({
    lectureId: t.exposeID("lectureId", { description: "Id of the lecture (lec_…)." }),
    positionSeconds: t.exposeInt("positionSeconds", { description: "Playback position in whole seconds." }),
    lectureName: t.string({
      nullable: true,
      description: "The lecture's title; null where the school has taken the lecture away since.",
      resolve: async ({ course, page }) => (await page.lectureNames()).get(course.lastLectureId!) ?? null,
    }),
    watchedAt: t.field({
      type: "DateTime",
      description: "When that was.",
      resolve: ({ course: { lastActivityAt, enrolledAt } }) => (lastActivityAt ?? enrolledAt).toISOString(),
    }),
  }),
});

export const EnrollmentStatus = builder.enumType("EnrollmentStatus", {
  description: "What an enrollment gives at the moment.",
  values: {
    ACTIVE: { description: "The course is open." },
    COMPLETED: { description: "The course is completed, and open still." },
    EXPIRED: { description: "The access has ended; completedAt says whether the course was completed." },
  },
});

const EnrolledCourseType = builder.objectRef<EnrolledCourseNode>("EnrolledCourse");
EnrolledCourseType.implement({
  description: "A course that the member is enrolled in. What they have access to, and nothing of how they came by it.",
  fields: (t) => ({
    id: t.id({
      description: "Id of the enrollment (enr_…).",
      resolve: ({ course }) => formatId("enrollment", course.id),
    }),
    slug: t.exposeString("slug", { description: "The course's own part of its address." }),
    name: t.string({ description: "What the course is called.", resolve: ({ course }) => course.name }),
    url: t.field({
      type: "URL",
      description: "The page of the course.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/courses/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "The course's cover; null where there is none.",
      resolve: ({ course }, _args, { site }) => pictureAddress(site, course.coverFileId),
    }),
    status: t.field({
      type: EnrollmentStatus,
      description: "What the enrollment gives at the moment of the question.",
      resolve: ({ course }, _args, { now }) => enumName(standingOf(course, now)),
    }),
    enrolledAt: t.field({
      type: "DateTime",
      description: "Since when the member is enrolled.",
      resolve: ({ course }) => course.enrolledAt.toISOString(),
    }),
    expireDate: t.expose("expireDate", {
      type: "DateTime",
      nullable: true,
      description: "When the access ends, or ended. Null exactly when hasLifetimeAccess is true.",
    }),
    hasLifetimeAccess: t.exposeBoolean("hasLifetimeAccess", { description: "Whether the access never ends." }),
    completedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the member completed the course; null until then.",
      resolve: ({ course }) => course.completedAt?.toISOString() ?? null,
    }),
    lastWatchedLecture: t.expose("lastWatchedLecture", {
      type: LastWatchedLectureType,
      nullable: true,
      description: "Where the member stopped; null before the first playback.",
    }),
    progress: t.field({
      type: CourseProgress,
      description: "How far the member has come.",
      resolve: async ({ course, page }) => (await page.progress()).get(course.id)!,
    }),
    lecturers: t.field({
      type: [LecturerSummary],
      description: "Who teaches the course, in the order in which the school shows them.",
      resolve: async ({ course, page }) => (await page.lecturers()).get(course.courseId) ?? [],
    }),
    certificate: t.field({
      type: CertificateSummary,
      nullable: true,
      description: "The newest certificate that is valid; null where there is none.",
      resolve: async ({ course, page }) => (await page.certificates()).get(course.id) ?? null,
    }),
  }),
});

export const EnrolledCourseConnection = connectionOf("EnrolledCourse", EnrolledCourseType);
