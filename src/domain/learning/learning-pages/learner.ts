import { roles as allRoles, type Role } from "#access/roles.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { notFound } from "#domain/platform/problem.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { type Enrollment, statusOf } from "#domain/learning/enrollments/enrollment.ts";
import { type CourseAccess, findCourseAccess } from "#domain/memberships/subscriptions/benefits.ts";
import type { Unlocked } from "#domain/learning/progress/course-progress.ts";

export type LearnersCourse = Pick<
  CourseRecord,
  | "id"
  | "slug"
  | "name"
  | "subtitle"
  | "status"
  | "visibility"
  | "drip"
  | "language"
  | "commentsEnabled"
  | "coverFileId"
>;

interface LearnersEnrollment extends Pick<
  Enrollment,
  "id" | "status" | "startsAt" | "expiresAt" | "enrolledAt" | "completedAt" | "source"
> {
  /** ID of the subscription, if the source is a membership. */
  sourceId: string | null;
  lastLectureId: string | null;
  unlocked: Unlocked;
}

/** The signed-in member in relation to a course. */
export interface Learner {
  course: LearnersCourse;
  roles: readonly Role[];
  /** Not revoked, but possibly expired or not started. `isEnrolled` decides on access. */
  enrollment: LearnersEnrollment | undefined;
  /** Gives access if no enrollment does. */
  membership: CourseAccess | undefined;
  /** True if the enrollment has started and not expired, or if a membership includes the course. */
  isEnrolled: boolean;
  /** True if the member teaches the course or manages the site. Staff can access all content. */
  isStaff: boolean;
}

/**
 * Throws `not_found` unless the member can see the course. Unpublished courses are visible only to enrolled students
 * and staff.
 */
export async function requireLearner(context: Context, reference: Reference): Promise<Learner> {
  const { roles, memberId } = requireSession(context);
  const course = await findCourse(context, reference);
  if (!course) throw noCourse(reference);
  const [enrollment, isStaff] = [await findEnrollment(context, memberId, course.id), await teaches(context, course.id)];
  if (!enrollment && !isStaff && course.status !== "published") throw noCourse(reference);
  const isIn = givesAccess(enrollment, context.now);
  const sought = { memberId, courseId: course.id };
  const checksMembership = !isIn && course.status === "published";
  const membership = checksMembership ? await findCourseAccess(context, sought, context.now) : undefined;
  return { course, roles, enrollment, membership, isEnrolled: isIn || membership !== undefined, isStaff };
}

/**
 * Returns a member as a student of a course, whatever their other roles are: applications of members read what the
 * member is enrolled in, and no content of staff. Throws `not_found` unless an enrollment gives access now.
 */
export async function requireEnrolled(context: Context, memberId: string, reference: Reference): Promise<Learner> {
  const course = await findCourse(context, reference);
  const enrollment = course && (await findEnrollment(context, memberId, course.id));
  if (!course || !enrollment || !givesAccess(enrollment, context.now)) {
    throw notFound("enrollment of yours in the course", "id" in reference ? "with this ID" : reference.slug);
  }
  return { course, roles: ["student"], enrollment, membership: undefined, isEnrolled: true, isStaff: false };
}

/**
 * Returns true if a membership includes the course and the member has not started it (`startMyCourse`). Where staff
 * revoked the enrollment, the membership shows the course, but records nothing.
 */
export async function mayStart(context: Context, { course, enrollment, membership }: Learner): Promise<boolean> {
  if (enrollment || !membership) return false;
  const { db, site } = context;
  const revoked = await db.first`
    select id from enrollments
     where site_id = ${site.id} and student_id = ${requireSession(context).memberId} and course_id = ${course.id}
       and status = 'revoked' and revoked_for is distinct from 'refund' and deleted_at is null`;
  return revoked === undefined;
}

const noCourse = (reference: Reference) => resourceNotFound("course", reference);

/** Returns true if the member takes part in discussions of the course. */
export const mayDiscuss = ({ course, isEnrolled, isStaff }: Learner): boolean =>
  course.commentsEnabled && (isEnrolled || isStaff);

/** Returns true if one of the roles is at least the required role. */
export const reaches = (existing: readonly Role[], needed: Role | null): boolean =>
  needed === null || existing.some((role) => allRoles.indexOf(role) <= allRoles.indexOf(needed));

const givesAccess = (enrollment: LearnersEnrollment | undefined, now: Date): boolean =>
  enrollment !== undefined && enrollment.startsAt <= now && statusOf(enrollment, now) !== "expired";

async function teaches(context: Context, courseId: string): Promise<boolean> {
  if (!isConfined(context)) return true;
  const { roles } = requireSession(context);
  return roles.includes("lecturer") && isOwnCourse(context, courseId);
}

const findCourse = ({ db, site }: Context, reference: Reference): Promise<LearnersCourse | undefined> =>
  "id" in reference
    ? db.first<LearnersCourse>`
        select id, slug, name, subtitle, status, visibility, drip, language, comments_enabled, cover_file_id from courses
         where site_id = ${site.id} and id = ${reference.id} and ${table("courses").present}`
    : db.first<LearnersCourse>`
        select id, slug, name, subtitle, status, visibility, drip, language, comments_enabled, cover_file_id
          from ${table("courses").withSlug(site.id, reference.slug)} where site_id = ${site.id}`;

const findEnrollment = ({ db, site }: Context, memberId: string, courseId: string) =>
  db.first<LearnersEnrollment>`
    select id, status, starts_at, expires_at, enrolled_at, completed_at, last_lecture_id, unlocked, source,
           source_id
      from enrollments
     where site_id = ${site.id} and student_id = ${memberId} and course_id = ${courseId} and deleted_at is null
       and status <> 'revoked'`;
