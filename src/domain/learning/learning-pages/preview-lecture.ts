import * as z from "zod";
import { listAttachmentsOf } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { findAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { type LectureRecord, serializeLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { findQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import type { QuizRecord } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { findSection } from "#domain/catalog/curriculum/queries.ts";
import { requireLecture } from "#domain/catalog/curriculum/require-locked.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { byTeachersInPerson, operation } from "#domain/platform/operation.ts";
import type { Learner, LearnersCourse } from "./learner.ts";
import { contentOf, type MyLecture } from "./my-lecture.ts";
import { outlineFor } from "./outline.ts";

/** A lecture as a student sees it who is enrolled and has done nothing yet. */
interface LecturePreview {
  lecture: MyLecture;
  quiz: Pick<QuizRecord, "passPercent" | "attemptsAllowed" | "timeLimitSeconds" | "questions"> | null;
  assignment: AssignmentRecord | null;
  /** True if students see it in the course. */
  isVisible: boolean;
}

/** Reads only: no member is enrolled, and nothing is recorded. */
export const previewLecture = operation({
  name: "previewLecture",
  summary: "Preview a lecture as a student",
  reads: byTeachersInPerson,
  input: z.object({
    id: Id("lecture"),
    /** The lecture with changes that were checked, but not stored. */
    changed: z.custom<Omit<LectureRecord, "version">>().optional(),
  }),
  output: z.custom<LecturePreview>(),
  async run(context, { id, changed }) {
    const stored = await requireLecture(context, id);
    const lecture = { ...stored, ...changed };
    const course = await mustExist(findCourse(context, stored.courseId));
    const outline = await outlineFor(context, asStudent(course));
    const all = outline.flatMap(({ lectures }) => lectures);
    const index = all.findIndex((one) => one.id === id);
    const { title, kind, durationSeconds, isPreview, required } = lecture;
    const section = await findSection(context, stored.sectionId);
    const { version } = stored;
    const outlined = { id, title, kind, durationSeconds, isPreview, required, version };
    const attachments = await listAttachmentsOf(context, id);
    return {
      isVisible: index >= 0,
      quiz: kind === "quiz" ? ((await findQuiz(context, id)) ?? null) : null,
      assignment: kind === "assignment" ? ((await findAssignment(context, id)) ?? null) : null,
      lecture: {
        ...(await contentOf(context, serializeLecture(lecture), attachments)),
        course,
        section: section?.title ?? "",
        lecture: { ...outlined, completedAt: null, counts: required, lock: null },
        lock: null,
        positionSeconds: 0,
        isRecorded: false,
        mayStart: false,
        completionRule: lecture.completionRule,
        previous: all[index - 1] ?? null,
        next: index < 0 ? null : (all[index + 1] ?? null),
        discussion: null,
        outline,
        isStaff: false,
        coverUrl: publicFileUrl(context.site, course.coverFileId),
        courseCompletedAt: null,
      },
    };
  },
});

/** Drip is over for this student: nothing is locked. */
const asStudent = (course: LearnersCourse): Learner => ({
  course,
  roles: ["student"],
  enrollment: undefined,
  membership: undefined,
  isEnrolled: true,
  isStaff: false,
});

const findCourse = ({ db, site }: Context, id: string) =>
  db.first<LearnersCourse>`
    select id, slug, name, subtitle, status, visibility, drip, language, comments_enabled, cover_file_id from courses
     where site_id = ${site.id} and id = ${id}`;
