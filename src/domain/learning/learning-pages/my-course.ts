import * as z from "zod";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { operation } from "#domain/platform/operation.ts";
import { accessEnd } from "#domain/memberships/subscriptions/change.ts";
import { type IncludingPlan, listIncludingPlans } from "#domain/memberships/subscriptions/queries.ts";
import { type Learner, type LearnersCourse, mayDiscuss, mayStart, requireLearner } from "./learner.ts";
import { type RecommendedCourse, recommendCourses } from "./recommend-courses.ts";
import { nextOf, outlineFor, type OutlineLecture, type OutlineSection } from "./outline.ts";
import { statusOf, type EnrollmentStatus } from "#domain/learning/enrollments/enrollment.ts";
import { type CertificateCard, newestCertificates } from "#domain/learning/certificates/queries.ts";

/** A course as a member sees it, enrolled or not. */
export interface MyCourseInFull {
  course: LearnersCourse;
  coverUrl: string | null;
  /** Access through enrollment or membership. `scheduled` before it starts, null without access. */
  enrollmentStatus: EnrollmentStatus | "scheduled" | null;
  startsAt: Date | null;
  expiresAt: Date | null;
  /** The membership that gives the course. Null if it was bought or given otherwise. */
  includedIn: IncludingPlan | null;
  isStaff: boolean;
  outline: OutlineSection[];
  /** Target of the continue button. Null if no open lecture is left. */
  next: OutlineLecture | null;
  /** Valid certificate of the member for this course. */
  certificate: CertificateCard | null;
  /** True if a membership includes the course and the member has not started it. */
  mayStart: boolean;
  /** True if the member takes part in the discussions of the course. */
  hasDiscussion: boolean;
  /** True if the member has opened a lecture before. */
  hasBegun: boolean;
  completedAt: Date | null;
}

export const showMyCourse = operation({
  name: "showMyCourse",
  summary: "Retrieve a course with the member's progress",
  description: "Includes when locked lectures open.",
  reads: { only: ["session"] },
  input: z.object({ course: ReferenceTo("course") }),
  output: z.custom<MyCourseInFull>(),
  async run(context, { course: reference }): Promise<MyCourseInFull> {
    const learner = await requireLearner(context, reference);
    const { course, enrollment, membership, isStaff } = learner;
    const outline = await outlineFor(context, learner);
    const isAhead = enrollment !== undefined && enrollment.startsAt > context.now;
    return {
      course,
      coverUrl: publicFileUrl(context.site, course.coverFileId),
      ...(membership
        ? { enrollmentStatus: "active", startsAt: membership.startsAt, expiresAt: accessEnd(membership, context.now) }
        : {
            enrollmentStatus: isAhead ? "scheduled" : enrollment ? statusOf(enrollment, context.now) : null,
            startsAt: enrollment?.startsAt ?? null,
            expiresAt: enrollment?.expiresAt ?? null,
          }),
      includedIn: await planOf(context, learner),
      isStaff,
      outline,
      next: nextOf(outline, learner) ?? null,
      certificate: await certificateOf(context, enrollment?.id),
      mayStart: await mayStart(context, learner),
      hasDiscussion: mayDiscuss(learner),
      hasBegun: enrollment?.lastLectureId != null,
      completedAt: enrollment?.completedAt ?? null,
    };
  },
});

/** A course that the member has completed, and what can follow. */
export interface MyCompletion {
  course: LearnersCourse;
  /** Null if the member has not completed the course. Then nothing else is known. */
  completedAt: Date | null;
  /** The valid certificate, if the course issued one. */
  certificate: CertificateCard | null;
  recommended: RecommendedCourse[];
}

const recommendations = 3;

export const showMyCompletion = operation({
  name: "showMyCompletion",
  summary: "Retrieve the member's completion of a course",
  description: "Includes the certificate, and courses that the member could take next.",
  reads: { only: ["session"] },
  input: z.object({ course: ReferenceTo("course") }),
  output: z.custom<MyCompletion>(),
  async run(context, { course: reference }): Promise<MyCompletion> {
    const { course, enrollment } = await requireLearner(context, reference);
    const completedAt = enrollment?.completedAt ?? null;
    if (!enrollment || !completedAt) return { course, completedAt: null, certificate: null, recommended: [] };
    return {
      course,
      completedAt,
      certificate: await certificateOf(context, enrollment.id),
      recommended: await recommendCourses(context, course.id, recommendations),
    };
  },
});

const certificateOf = async (context: Context, enrollmentId: string | undefined): Promise<CertificateCard | null> =>
  enrollmentId === undefined ? null : ((await newestCertificates(context, [enrollmentId])).get(enrollmentId) ?? null);

async function planOf(context: Context, { enrollment, membership }: Learner): Promise<IncludingPlan | null> {
  const id = membership?.id ?? (enrollment?.source === "membership" ? enrollment.sourceId : null);
  return id === null ? null : ((await listIncludingPlans(context, [id])).get(id) ?? null);
}
