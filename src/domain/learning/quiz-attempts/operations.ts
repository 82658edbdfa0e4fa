import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { isOwnCourse, ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { findQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { findEnrollment } from "#domain/learning/enrollments/queries.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, changeTimes, exactly, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { beginAttempt, submitAttempt } from "./attempt.ts";
import { Answer } from "./grade.ts";
import { columns, findAttempt } from "./queries.ts";
import { type AttemptRow, serializeAttempt, QuizAttempt, QuizAttemptSummary } from "./quiz-attempt.ts";

const attempts = listing<AttemptRow>({
  kind: "quizAttempt",
  table: sql`quiz_attempts`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", submittedAt: "timestamptz or infinity" },
  filters: {
    courseId: anyIdOf(Id("course"), sql`quiz_attempts.course_id`),
    lectureId: anyIdOf(Id("lecture"), sql`quiz_attempts.lecture_id`),
    studentId: anyIdOf(Id("member"), sql`quiz_attempts.student_id`),
    enrollmentId: anyIdOf(Id("enrollment"), sql`quiz_attempts.enrollment_id`),
    passed: withoutIndex(exactly(z.boolean(), sql`quiz_attempts.passed`)),
    submittedAt: range(Instant, sql`quiz_attempts.submitted_at`, sql`coalesce(quiz_attempts.submitted_at, 'infinity')`),
    ...changeTimes(sql`quiz_attempts`),
  },
});

export const listQuizAttempts = operation({
  name: "listQuizAttempts",
  summary: "List quiz attempts",
  reads: "students:read",
  input: attempts.input,
  output: pageSchemaOf(QuizAttemptSummary),
  run: async (context, input) =>
    mapPage(
      await attempts.page(context, input, { confine: [ofOwnCourses(context, sql`quiz_attempts`)] }),
      serializeAttempt,
    ),
});

export const getQuizAttempt = operation({
  name: "getQuizAttempt",
  summary: "Retrieve a quiz attempt",
  description: "Includes the answers and whether each is correct.",
  reads: "students:read",
  input: z.object({ id: Id("quizAttempt") }),
  output: QuizAttempt,
  async run(context, { id }) {
    const attempt = await findAttempt(context, id);
    if (attempt && (await isOwnCourse(context, attempt.courseId))) return serializeAttempt(attempt);
    throw notFound("quiz attempt", formatId("quizAttempt", id));
  },
});

export const recordQuizAttempt = operation({
  name: "recordQuizAttempt",
  summary: "Record a quiz attempt",
  description:
    "Records answers that a student gave in another system, and grades them. Attempts beyond the allowed number need `override`.",
  writes: "students:write",
  input: z.object({
    enrollmentId: Id("enrollment"),
    lectureId: Id("lecture"),
    answers: z.array(Answer).max(200),
    startedAt: Instant.optional(),
    submittedAt: Instant.optional(),
    override: z.boolean().default(false).meta({
      description: "Records the attempt even if the quiz allows no more. The audit log names it.",
    }),
    externalId: ExternalId.optional(),
    metadata: Metadata.optional(),
  }),
  output: QuizAttempt,
  async run(context, { enrollmentId, lectureId, answers, ...input }) {
    const { override, submittedAt = context.now, startedAt = submittedAt, externalId = null, metadata = {} } = input;
    if (submittedAt > context.now)
      throw validationFailed("/submittedAt", "too_big", "The time cannot be in the future.");
    if (startedAt > submittedAt)
      throw validationFailed("/startedAt", "too_big", "The start must be before the submission.");
    const enrollment = await findEnrollment(context, enrollmentId);
    if (!enrollment || !(await isOwnCourse(context, enrollment.courseId))) {
      throw validationFailed("/enrollmentId", "not_found", "No enrollment has this ID.");
    }
    const lecture = await findLecture(context, lectureId);
    if (lecture?.courseId !== enrollment.courseId || !(await findQuiz(context, lectureId))) {
      throw validationFailed("/lectureId", "not_found", "The course has no lecture with this ID that has a quiz.");
    }
    await requireUnusedExternalId(context, { table: sql`quiz_attempts`, what: "attempt" }, externalId);
    const terms = { startedAt, externalId, metadata, isImported: true, override };
    const attempt = await beginAttempt(context, enrollment, lectureId, terms);
    return serializeAttempt(await submitAttempt(context, attempt, answers, submittedAt));
  },
  audit: ({ override }, { id }) => about("quizAttempt", id, override ? { override } : {}),
});
