import type { SiteScope } from "#domain/context.ts";
import { Problem } from "#domain/problem.ts";
import { presentAssignment } from "./assignment.ts";
import { listAssignmentsIn } from "./assignment-queries.ts";
import { presentAttachment } from "./attachment.ts";
import { listAttachmentsIn } from "./attachment-queries.ts";
import { presentSummary } from "./lecture.ts";
import { listSections, listSummaries } from "./queries.ts";
import { presentQuiz } from "./quiz.ts";
import { listQuizzesIn } from "./quiz-queries.ts";
import { presentSection } from "./section.ts";
import type { Curriculum, Includable } from "./tree.ts";
import { sizesIn } from "./tree-size.ts";

/** Bytes, as they are stored. */
const largestTree = 16 * 1024 * 1024;

/** The tree of a course, as of at least this version. */
export async function loadTree(
  scope: SiteScope,
  { id: courseId, version }: { id: string; version: number },
  include: readonly Includable[],
): Promise<Curriculum> {
  await requireReadable(scope, courseId, include);
  const [sections, lectures] = [await listSections(scope, courseId), await listSummaries(scope, courseId)];
  const wanted = new Set(include);
  const attachments = wanted.has("attachments") ? await listAttachmentsIn(scope, courseId) : [];
  const quizzes = wanted.has("quizzes") ? await listQuizzesIn(scope, courseId) : [];
  const assignments = wanted.has("assignments") ? await listAssignmentsIn(scope, courseId) : [];

  const attachmentsOf = Map.groupBy(attachments.map(presentAttachment), ({ lectureId }) => lectureId);
  const quizOf = new Map(quizzes.map((quiz) => [quiz.lectureId, presentQuiz(quiz)]));
  const assignmentOf = new Map(assignments.map((assignment) => [assignment.lectureId, presentAssignment(assignment)]));
  const complete = lectures.map((lecture) => ({
    ...presentSummary(lecture),
    ...(wanted.has("attachments") && { attachments: attachmentsOf.get(lecture.id) ?? [] }),
    ...(wanted.has("quizzes") && { quiz: quizOf.get(lecture.id) ?? null }),
    ...(wanted.has("assignments") && { assignment: assignmentOf.get(lecture.id) ?? null }),
  }));
  const lecturesOf = Map.groupBy(complete, ({ sectionId }) => sectionId);
  return {
    object: "curriculum",
    courseId,
    version,
    etag: `"${version}-${["tree", ...wanted].join(".")}"`,
    sections: sections.map((section) => ({
      ...presentSection(section),
      lectures: lecturesOf.get(section.id) ?? [],
    })),
    totals: {
      sections: sections.length,
      lectures: lectures.length,
      publishedLectures: lectures.filter(({ status }) => status === "published").length,
      durationSeconds: lectures.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0),
    },
  };
}

async function requireReadable(scope: SiteScope, courseId: string, include: readonly Includable[]): Promise<void> {
  const sizes = await sizesIn(scope, courseId);
  const total = include.reduce((sum, part) => sum + sizes[part], sizes.lectures);
  if (total <= largestTree) return;
  const what = include.length > 0 ? `include=${include.join(",")}` : "the details of its lectures";
  throw new Problem(
    "invalid_request",
    `This tree is too large for one answer with ${what}. Include less, and read the rest lecture by lecture.`,
  );
}
