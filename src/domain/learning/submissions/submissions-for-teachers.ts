import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { findStoredAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { byLecturersInPerson, byTeachersInPerson, operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { findHeldGrade, type HeldGrade, holdSeconds, storeHeldGrade } from "./held-grade.ts";
import { historyOf, type SubmissionHistory } from "./history.ts";
import { GradeInput, prepareGrade, requireOwn } from "./prepare-grade.ts";
import { findSubmission, lockSubmission } from "./queries.ts";
import { serializeSubmission, type SubmissionRow, submissionStatuses } from "./submission.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { readObject } from "#domain/platform/storage/objects.ts";

/** The assignment, course and student of a submission. */
export interface SubmissionSubject {
  submissionId: string;
  assignment: string;
  course: string;
  /** Path of the page of the lecture. */
  path: string;
  /** Null if the student was erased. */
  student: string | null;
  /** True if it was graded a moment ago, and the grade can still be undone. */
  isHeld: boolean;
}

const maxSubmissionsPerPage = 100;

export const showSubmissionSubjects = operation({
  name: "showSubmissionSubjects",
  summary: "Find the assignments and students of submissions",
  reads: byTeachersInPerson,
  input: z.object({ submissionIds: z.array(Id("submission")).max(maxSubmissionsPerPage) }),
  output: z.custom<SubmissionSubject[]>(),
  run: async (context, { submissionIds }) => (submissionIds.length === 0 ? [] : findSubjects(context, submissionIds)),
});

/** A submission with its assignment and student, for grading. */
export interface SubmissionToGrade {
  submission: ReturnType<typeof serializeSubmission> & SubmissionHistory;
  subject: SubmissionSubject;
  assignment: Pick<AssignmentRecord, "instructionsHtml" | "maxScore" | "rubric" | "latePolicy">;
  /** Contents of small text files, by the IDs of the files. */
  texts: ReadonlyMap<string, string>;
  /** A grade that the student does not see. */
  held: HeldGrade | undefined;
}

export const showSubmissionToGrade = operation({
  name: "showSubmissionToGrade",
  summary: "Retrieve a submission with its assignment",
  reads: byTeachersInPerson,
  input: z.object({ id: Id("submission") }),
  output: z.custom<SubmissionToGrade>(),
  async run(context, { id }) {
    const [subject] = await findSubjects(context, [id]);
    const row = subject && (await findSubmission(context, id));
    if (!row) throw notFound("submission", formatId("submission", id));
    const assignment = await mustExist(findStoredAssignment(context, row.lectureId));
    const submission = { ...serializeSubmission(context, row), ...(await historyOf(context, row)) };
    const texts = await readSubmittedTexts(context, row.files);
    return { submission, subject, assignment, texts, held: await findHeldGrade(context, id) };
  },
});

interface SubjectRow extends Omit<SubmissionSubject, "path"> {
  slug: string;
  lectureId: string;
}

const isHeld = sql`coalesce(submissions.held_grade ->> 'state' = 'waiting', false)`;

async function findSubjects(context: Context, ids: readonly string[]): Promise<SubmissionSubject[]> {
  const { db, site } = context;
  const inOwnCourses = ofOwnCourses(context, sql`submissions`) ?? sql`true`;
  const subjects = await db.many<SubjectRow>`
    select submissions.id as submission_id, lectures.title as assignment, submissions.lecture_id,
           courses.name as course, courses.slug, coalesce(members.name, members.email) as student,
           ${isHeld} as is_held
      from ${table("submissions").withIds(site.id, ids)}
      cross join ${table("lectures").joined(site.id, sql`submissions.lecture_id`)}
      cross join ${table("courses").joined(site.id, sql`submissions.course_id`)}
      left join ${table("members").joined(site.id, sql`submissions.student_id`)} on true
     where submissions.deleted_at is null and ${inOwnCourses}`;
  return subjects.map(({ slug, lectureId, ...subject }) => ({
    ...subject,
    path: `/learn/${slug}/${formatId("lecture", lectureId)}`,
  }));
}

/** The submissions before and after another one, in the order of the list. Null at its ends. */
interface AdjacentSubmissions {
  previous: string | null;
  next: string | null;
}

export const findAdjacentSubmissions = operation({
  name: "findAdjacentSubmissions",
  summary: "Find the next and the previous submission",
  reads: byTeachersInPerson,
  input: z.object({
    id: Id("submission"),
    status: z.enum(submissionStatuses).optional(),
    courseId: Id("course").optional(),
    lectureId: Id("lecture").optional(),
  }),
  output: z.custom<AdjacentSubmissions>(),
  async run(context, { id, status, courseId, lectureId }) {
    const filters = [
      sql`deleted_at is null`,
      // A literal, because a parameter does not imply the condition of the partial index.
      ...(status === "submitted" ? [sql`status = 'submitted'`, sql`not ${isHeld}`] : []),
      ...(status === undefined || status === "submitted" ? [] : [sql`status = ${status}`]),
      ...(courseId === undefined ? [] : [sql`course_id = ${courseId}`]),
      ...(lectureId === undefined ? [] : [sql`lecture_id = ${lectureId}`]),
      ofOwnCourses(context, sql`submissions`) ?? sql`true`,
    ].reduce((all, filter) => sql`${all} and ${filter}`);
    const [older, newer] = await Promise.all([
      neighbor(context, id, filters, "older"),
      neighbor(context, id, filters, "newer"),
    ]);
    // Work to grade is listed from the longest waiting one, everything else from the latest one.
    return status === "submitted" ? { previous: older, next: newer } : { previous: newer, next: older };
  },
});

/** Starts at the position of the submission, even if the filters no longer include it. */
async function neighbor(
  { db, site }: Context,
  id: string,
  filters: Sql,
  side: "older" | "newer",
): Promise<string | null> {
  const position = sql`
    (select at.created_at, at.id from submissions as at where at.site_id = ${site.id} and at.id = ${id})`;
  const found = await db.first<{ id: string }>`
    select id from submissions
     where site_id = ${site.id} and ${filters} and (created_at, id) ${side === "older" ? sql`<` : sql`>`} ${position}
     order by ${side === "older" ? sql`created_at desc, id desc` : sql`created_at, id`} limit 1`;
  return found?.id ?? null;
}

const maxAttempts = 10;

/** By the roles to which the scope of `gradeSubmission` gives the right to grade. */
export const holdGrade = operation({
  name: "holdGrade",
  summary: "Grade a submission after a minute",
  description: "Checks the grade now. Until the minute is over, the student does not see it, and it can be undone.",
  writes: byLecturersInPerson,
  input: GradeInput,
  output: z.object({ id: Id("submission") }),
  async run(context, input) {
    const { id, status, score = null, feedback = null } = input;
    const { existing } = await prepareGrade(context, input);
    const heldGrade = await findHeldGrade(context, id);
    if (heldGrade?.state === "waiting") {
      throw new Problem("invalid_state", "This submission was graded a moment ago. Undo that first.", { allowed: [] });
    }
    const grade: HeldGrade = {
      state: "waiting",
      key: newId(),
      status,
      score,
      feedback,
      version: existing.version,
      memberId: memberOf(context.caller) ?? "",
      heldAt: context.now.toISOString(),
    };
    await storeHeldGrade(context, id, grade);
    const payload = { siteId: context.site.id, submissionId: id, key: grade.key };
    await addJob(context.db, "apply_held_grade", payload, maxAttempts, { delay: holdSeconds });
    return { id };
  },
  unaudited: "gradeSubmission records it a minute later",
});

export const undoGrade = operation({
  name: "undoGrade",
  summary: "Undo a grade that the student does not see yet",
  writes: byLecturersInPerson,
  input: z.object({ id: Id("submission") }),
  output: z.object({ id: Id("submission"), isUndone: z.boolean() }),
  async run(context, { id }) {
    await requireOwn(context, id, await lockSubmission(context, id));
    const heldGrade = await findHeldGrade(context, id);
    if (heldGrade?.state === "waiting") await storeHeldGrade(context, id, { ...heldGrade, state: "undone" });
    // Undone twice is undone. Afterwards, the student has been notified.
    return { id, isUndone: heldGrade?.state === "waiting" || heldGrade?.state === "undone" };
  },
  unaudited: "nothing has happened yet",
});

/** Larger texts are downloaded, as a text of this size is enough for a page. */
const maxTextBytes = 50_000;

const maxTextsPerPage = 5;

/** Reads small text files of a submission, by their IDs. */
async function readSubmittedTexts(
  context: Context,
  files: SubmissionRow["files"],
): Promise<ReadonlyMap<string, string>> {
  const readable = files
    .filter(({ contentType, byteSize }) => contentType.startsWith("text/") && byteSize <= maxTextBytes)
    .slice(0, maxTextsPerPage);
  const read = await Promise.all(readable.map(async ({ id }) => [id, await readText(context, id)] as const));
  return new Map(read.flatMap(([id, text]) => (text === undefined ? [] : [[id, text] as const])));
}

async function readText(context: Context, fileId: string): Promise<string | undefined> {
  const file = await findFile(context, fileId);
  if (!file) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of (await readObject(context, file.objectId)) as AsyncIterable<Uint8Array>) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}
