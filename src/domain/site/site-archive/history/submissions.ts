import * as z from "zod";
import { sql } from "#database/sql.ts";
import { findStoredAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { findFile } from "#domain/content/files/queries.ts";
import { htmlOfMarkdown } from "#domain/content/markdown/render.ts";
import { findEnrollment } from "#domain/learning/enrollments/enrollment-queries.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import { insertSubmission, updateSubmission } from "#domain/learning/submissions/queries.ts";
import { Submission } from "#domain/learning/submissions/submission.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { markdownUpTo, WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id, newId, parseId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { Row } from "../archive-format.ts";
import { operations } from "../archived-resources.ts";
import { performOnWire, readPages } from "../read-list.ts";
import { notImported } from "./not-imported.ts";
import { archiveMarker, withoutFileAddresses } from "./member-files.ts";
import { history, Score, storedVersions, withHistory } from "./submission-history.ts";
import { knownMember, restoredPart } from "./restored-part.ts";

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
  insert,
  links: { find, write },
});

/** Submissions with their history, whose files have no signed addresses. */
async function* submissionRows(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, operations.listSubmissions)) {
    yield await withHistory(context, page.map(withoutFileAddresses));
  }
}

async function insert(context: Context, { gradedBy, earlierVersions = [], ...row }: Restored): Promise<string> {
  const { enrollmentId, lectureId, feedbackAt = null, externalId } = row;
  const enrollment = await findEnrollment(context, enrollmentId);
  if (!enrollment) throw notImported("/enrollmentId", "enrollment");
  const { studentId, courseId } = enrollment;
  const lecture = await findLecture(context, lectureId);
  if (lecture?.courseId !== courseId || !(await findStoredAssignment(context, lectureId))) {
    throw validationFailed("/lectureId", "not_found", "The course has no assignment with this ID.");
  }
  await requireUnusedExternalId(context, { table: sql`submissions`, what: "submission" }, externalId);
  for (const fileId of row.fileIds) {
    const file = await findFile(context, fileId);
    if (file?.purpose !== "submission" || !file.externalId?.startsWith(archiveMarker)) {
      throw validationFailed("/fileIds", "not_found", "The archive does not contain the bytes of a file.");
    }
  }
  const feedbackHtml = await htmlOfFeedback(context, row);
  const id = newId();
  const graded = {
    gradedBy: await knownMember(context, gradedBy),
    feedbackHtml,
    feedbackAt,
    earlierVersions: await storedVersions(context, earlierVersions),
  };
  await insertSubmission(context, { id, studentId, courseId, ...row, ...graded }, context.now);
  return formatId("submission", id);
}

const htmlOfFeedback = async (context: Context, { feedbackMarkdown }: Pick<Restored, "feedbackMarkdown">) =>
  feedbackMarkdown === null ? null : htmlOfMarkdown(context, feedbackMarkdown);

async function find(context: RequestContext, id: string): Promise<Row> {
  const row = await performOnWire(context, operations.getSubmission, { id });
  const [found = {}] = await withHistory(context, [withoutFileAddresses(row)]);
  return found;
}

async function write(context: Context, wire: string, row: Restored): Promise<void> {
  const { text, url, feedbackMarkdown, earlierVersions = [] } = row;
  const texts = { text, url, feedbackMarkdown, feedbackHtml: await htmlOfFeedback(context, row) };
  const id = parseId("submission", wire) ?? "";
  const changes = { ...texts, earlierVersions: await storedVersions(context, earlierVersions) };
  await updateSubmission(context, id, changes, context.now);
}
