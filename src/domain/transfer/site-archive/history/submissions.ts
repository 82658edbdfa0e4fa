import * as z from "zod";
import { htmlOfMarkdown, withRenderings } from "#domain/platform/texts/render.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import {
  findSubmissionReferences,
  type FormerSubmission,
  insertFormerSubmissions,
  type SubmissionReferences,
} from "#domain/learning/submissions/former-submissions.ts";
import { updateSubmission } from "#domain/learning/submissions/queries.ts";
import { Submission } from "#domain/learning/submissions/submission.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { markdownUpTo, WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id, newId, parseId } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { Row } from "../archive-format.ts";
import { operations } from "../archived-resources.ts";
import { performOnWire, readPages } from "../read-list.ts";
import { notImported } from "./not-imported.ts";
import { archiveMarker, withoutFileAddresses } from "./member-files.ts";
import { history, Score, storedVersions, withHistory } from "./submission-history.ts";
import { orProblem, restoredPart } from "./restored-part.ts";
import { requireOnlyIn } from "./state-times.ts";

const Restored = Submission.pick({
  enrollmentId: true,
  lectureId: true,
  status: true,
  submittedAt: true,
  dueAt: true,
  gradedBy: true,
  gradedAt: true,
  externalId: true,
  metadata: true,
}).extend({
  text: z.string().max(20_000).nullable(),
  // Staff follows this link.
  url: WebAddress.nullable(),
  fileIds: z.array(Id("file")).max(maxFiles),
  givenScore: Score,
  score: Score,
  feedbackMarkdown: markdownUpTo(20_000).nullable(),
  ...history,
});
type Restored = z.output<typeof Restored>;

/** Submissions with their grades and the versions that students have replaced. */
export const submissions = restoredPart({
  rows: submissionRows,
  key: ["enrollment_id", "lecture_id"],
  schema: Restored,
  notCompared: ["graded_by"],
  insertAll,
  links: { find, write },
});

/** Submissions with their history, whose files have no signed addresses. */
async function* submissionRows(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, operations.listSubmissions)) {
    yield await withHistory(context, page.map(withoutFileAddresses));
  }
}

async function insertAll(context: Context, rows: readonly Restored[]): Promise<(string | Problem)[]> {
  const references = await findSubmissionReferences(context, rows);
  const rendering = await withRenderings(
    context,
    rows.map(({ feedbackMarkdown }) => feedbackMarkdown),
  );
  const prepared: (FormerSubmission | Problem)[] = [];
  for (const row of rows) prepared.push(await orProblem(() => submissionOf(rendering, row, references)));
  const inserted = await insertFormerSubmissions(
    context,
    prepared.flatMap((one) => (one instanceof Problem ? [] : [one])),
  );
  return prepared.map((one) => {
    if (one instanceof Problem) return one;
    if (inserted.has(one.id)) return formatId("submission", one.id);
    return new Problem(
      "already_exists",
      "The site has another submission for this assignment or with this external ID.",
    );
  });
}

async function submissionOf(
  context: Context,
  { gradedBy, earlierVersions = [], ...row }: Restored,
  { enrollments, assignments, files, members }: SubmissionReferences,
): Promise<FormerSubmission> {
  requireGrade(row);
  const enrollment = enrollments.get(row.enrollmentId);
  if (!enrollment) throw notImported("/enrollmentId", "enrollment");
  const { studentId, courseId } = enrollment;
  if (assignments.get(row.lectureId) !== courseId) {
    throw validationFailed("/lectureId", "not_found", "The course has no assignment with this ID.");
  }
  if (!row.fileIds.every((id) => files.get(id)?.startsWith(archiveMarker))) {
    throw validationFailed("/fileIds", "not_found", "The archive does not contain the bytes of a file.");
  }
  return {
    ...row,
    id: newId(),
    studentId,
    courseId,
    gradedBy: gradedBy !== null && members.has(gradedBy) ? gradedBy : null,
    feedbackHtml: await htmlOfFeedback(context, row),
    feedbackAt: row.feedbackAt ?? null,
    earlierVersions: await storedVersions(context, earlierVersions),
  };
}

/** Times of grades stay when a student submits again, scores do not. A submission that was taken back has none. */
function requireGrade(row: Pick<Restored, "status" | "gradedAt" | "score" | "givenScore">): void {
  const { status, gradedAt, score } = row;
  requireOnlyIn(status !== "submitted", row, ["score", "givenScore"], "graded and returned submissions");
  if (status === "graded" && gradedAt === null) {
    throw validationFailed("/graded_at", "required", `The status ${status} requires graded_at.`);
  }
  if (status === "graded" && score === null) {
    throw validationFailed("/score", "required", "The status graded requires a score.");
  }
}

const htmlOfFeedback = async (context: Context, { feedbackMarkdown }: Pick<Restored, "feedbackMarkdown">) =>
  feedbackMarkdown === null ? null : htmlOfMarkdown(context, feedbackMarkdown);

async function find(context: RequestContext, id: string): Promise<Row> {
  const row = await performOnWire(context, operations.getSubmission, { id });
  const [withVersions = {}] = await withHistory(context, [withoutFileAddresses(row)]);
  return withVersions;
}

async function write(context: Context, wire: string, row: Restored): Promise<void> {
  const { text, url, feedbackMarkdown, earlierVersions = [] } = row;
  const texts = { text, url, feedbackMarkdown, feedbackHtml: await htmlOfFeedback(context, row) };
  const id = parseId("submission", wire) ?? "";
  const changes = { ...texts, earlierVersions: await storedVersions(context, earlierVersions) };
  await updateSubmission(context, id, changes, context.now);
}
