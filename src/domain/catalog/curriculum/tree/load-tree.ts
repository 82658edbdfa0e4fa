import type { SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { serializeAssignment } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { listAssignmentsIn } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { serializeAttachment } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { listAttachmentsIn } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { LectureFinding } from "#domain/catalog/curriculum/findings/lecture-finding.ts";
import { listFindings } from "#domain/catalog/curriculum/findings/list-findings.ts";
import { type LectureBody, serializeSummary } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { loadBodies, sizesOfBodies } from "#domain/catalog/curriculum/lectures/lecture-bodies.ts";
import { listSections, listSummaries } from "#domain/catalog/curriculum/queries.ts";
import { serializeQuiz } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { listQuizzesIn } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { serializeSection } from "#domain/catalog/curriculum/sections/section.ts";
import type { Curriculum, Includable } from "./tree.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { ofLectures } from "#domain/catalog/curriculum/lectures/of-lectures.ts";

/** As stored. */
const maxTreeBytes = 16 * 1024 * 1024;

/** Loads the curriculum of a course, at this version or newer. */
export async function loadTree(
  scope: SiteScope,
  { id: courseId, version }: { id: string; version: number },
  include: readonly Includable[],
): Promise<Curriculum> {
  const size = await sizeOfLectures(scope, courseId);
  requireReadable(size, []);
  const [sections, lectures] = [await listSections(scope, courseId), await listSummaries(scope, courseId)];
  const lectureIds = lectures.map(({ id }) => id);
  const requested = new Set(include);
  if (requested.size > 0) {
    const bodies = requested.has("bodies") ? await sizesOfBodies(scope, lectureIds) : new Map<string, number>();
    const sizes = {
      ...(await sizesOf(scope, lectureIds)),
      bodies: bodies.values().reduce((sum, bytes) => sum + bytes, 0),
      // A few codes per lecture.
      findings: 0,
    };
    requireReadable(
      include.reduce((sum, part) => sum + sizes[part], size),
      include,
    );
  }
  const { bodies, unrendered } = requested.has("bodies") ? await loadBodies(scope, lectureIds) : noBodies;
  const attachments = requested.has("attachments") ? await listAttachmentsIn(scope, lectureIds) : [];
  const quizzes = requested.has("quizzes") ? await listQuizzesIn(scope, lectureIds) : [];
  const assignments = requested.has("assignments") ? await listAssignmentsIn(scope, lectureIds) : [];
  const findings = requested.has("findings") ? await listFindings(scope, courseId) : noFindings;

  const attachmentsOf = Map.groupBy(attachments.map(serializeAttachment), ({ lectureId }) => lectureId);
  const quizOf = new Map(quizzes.map((quiz) => [quiz.lectureId, serializeQuiz(quiz)]));
  const assignmentOf = new Map(
    assignments.map((assignment) => [assignment.lectureId, serializeAssignment(assignment)]),
  );
  const complete = lectures.map((lecture) => ({
    ...serializeSummary(lecture),
    ...bodies.get(lecture.id),
    ...(requested.has("attachments") && { attachments: attachmentsOf.get(lecture.id) ?? [] }),
    ...(requested.has("quizzes") && { quiz: quizOf.get(lecture.id) ?? null }),
    ...(requested.has("assignments") && { assignment: assignmentOf.get(lecture.id) ?? null }),
    ...(requested.has("findings") && { findings: [...(findings.get(lecture.id) ?? [])] }),
  }));
  const lecturesOf = Map.groupBy(complete, ({ sectionId }) => sectionId);
  return {
    object: "curriculum",
    courseId,
    version,
    // A text that is rendered later changes no version.
    etag: `"${version}-${["tree", ...requested, ...(unrendered > 0 ? [unrendered] : [])].join(".")}"`,
    sections: sections.map((section) => ({
      ...serializeSection(section),
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

const noFindings: ReadonlyMap<string, LectureFinding[]> = new Map();
const noBodies = { bodies: new Map<string, LectureBody>(), unrendered: 0 };

function requireReadable(size: number, include: readonly Includable[]): void {
  if (size <= maxTreeBytes) return;
  const what = include.length > 0 ? `include=${include.join(",")}` : "the details of its lectures";
  throw new Problem(
    "invalid_request",
    `The curriculum is too large for one response with ${what}. Include less, and read the rest lecture by lecture.`,
  );
}

/** Estimates the size of a course's lecture summaries in bytes, without titles and without reading them. */
const sizeOfLectures = async ({ db, site }: SiteScope, courseId: string): Promise<number> =>
  (
    await db.one<{ size: number }>`
    select coalesce(sum(pg_column_size(metadata) + coalesce(pg_column_size(video), 0)), 0)::bigint as size
      from lectures
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null`
  ).size;

type Sizes = Record<Exclude<Includable, "bodies" | "findings">, number>;

/** Estimates the size of attachments, quizzes and assignments of lectures, in bytes. */
const sizesOf = async (scope: SiteScope, lectureIds: readonly string[]): Promise<Sizes> => {
  const { db, site } = scope;
  const sizeIn = (table: Sql, ofRow: Sql) => sql`
    (select coalesce(sum(${ofRow}), 0)::bigint
       from ${ofLectures(table, site.id, lectureIds)})`;
  const attachments = sizeIn(sql`attachments`, sql`coalesce(pg_column_size(text), 0) + pg_column_size(metadata)`);
  const quizzes = sizeIn(sql`quizzes`, sql`pg_column_size(questions)`);
  const instructions = sql`pg_column_size(instructions_markdown) + pg_column_size(instructions_html)`;
  const assignments = sizeIn(sql`assignments`, sql`${instructions} + pg_column_size(rubric)`);
  return db.one<Sizes>`
    select ${attachments} as attachments, ${quizzes} as quizzes, ${assignments} as assignments`;
};
