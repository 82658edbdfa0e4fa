import { hash } from "node:crypto";
import * as z from "zod";
import { sql } from "#database/sql.ts";
import { findStoredAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { contentOf, storeContent } from "#domain/content/files/content.ts";
import { Filename } from "#domain/content/files/file.ts";
import { keepFile } from "#domain/content/files/keep-file.ts";
import { findFile } from "#domain/content/files/queries.ts";
import { htmlOfMarkdown } from "#domain/content/markdown/render.ts";
import { findEnrollment } from "#domain/learning/enrollments/enrollment-queries.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import { insertSubmission } from "#domain/learning/submissions/queries.ts";
import { Submission } from "#domain/learning/submissions/submission.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { findByExternalId, requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { markdownUpTo, WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { readArchive } from "#lib/archive/read-archive.ts";
import { isRecord } from "#lib/is-record.ts";
import type { Row } from "../archive-format.ts";
import { operations } from "../archived-resources.ts";
import { readPages } from "../read-list.ts";
import type { SiteImport } from "../site-import.ts";
import { knownMember, restoredPart } from "./restored-part.ts";

const Score = z.number().min(0).max(100_000).nullable();

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
});
type Restored = z.output<typeof Restored>;

/** Bytes of one file of a submission, which are read into memory. */
const maxBytes = 20 * 1024 * 1024;

/** Submissions with their grades. Earlier versions that students have replaced are not part of an archive. */
export const submissions = restoredPart({
  rows: submissionRows,
  key: ["enrollment_id", "lecture_id"],
  schema: Restored,
  notCompared: ["graded_by"],
  insert,
});

/** Submissions whose files have no signed addresses. */
async function* submissionRows(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, operations.listSubmissions)) {
    yield page.map((row) => ({ ...row, files: filesOf(row).map(({ id, filename }) => ({ id, filename })) }));
  }
}

const filesOf = ({ files }: Row): Row[] => (Array.isArray(files) ? files.filter(isRecord) : []);

/** The IDs of the files of all submissions, whose bytes are entries of the archive. */
export async function* submissionFileIds(context: RequestContext): AsyncGenerator<string> {
  for await (const page of readPages(context, operations.listSubmissions)) {
    for (const row of page) for (const { id } of filesOf(row)) yield String(id);
  }
}

async function insert(context: Context, { gradedBy, ...row }: Restored): Promise<string> {
  const { enrollmentId, lectureId, feedbackMarkdown, gradedAt, externalId, submittedAt } = row;
  const enrollment = await findEnrollment(context, enrollmentId);
  if (!enrollment) throw validationFailed("/enrollmentId", "not_found", "The enrollment was not imported.");
  const { studentId, courseId } = enrollment;
  const lecture = await findLecture(context, lectureId);
  if (lecture?.courseId !== courseId || !(await findStoredAssignment(context, lectureId))) {
    throw validationFailed("/lectureId", "not_found", "The course has no assignment with this ID.");
  }
  await requireUnusedExternalId(context, { table: sql`submissions`, what: "submission" }, externalId);
  for (const fileId of row.fileIds) {
    const file = await findFile(context, fileId);
    if (file?.purpose !== "submission" || !file.externalId?.startsWith(marker)) {
      throw validationFailed("/fileIds", "not_found", "The archive does not contain the bytes of a file.");
    }
  }
  const feedbackHtml = feedbackMarkdown === null ? null : await htmlOfMarkdown(context, feedbackMarkdown);
  const id = newId();
  const feedback = feedbackMarkdown === null ? {} : { feedbackHtml, feedbackAt: gradedAt ?? submittedAt };
  const graded = { gradedBy: await knownMember(context, gradedBy), ...feedback };
  await insertSubmission(context, { id, studentId, courseId, ...row, ...graded }, context.now);
  return formatId("submission", id);
}

/** Begins the external IDs of these files, by which a repeated import finds them. */
const marker = "archive/";

/** Stores the files of submissions. Types are detected again, images encoded again. */
export async function importSubmissionFiles(run: SiteImport): Promise<void> {
  const missing = new Map<string, string>();
  for await (const row of run.archive.rows("submissions")) {
    for (const { id, filename } of filesOf(row)) {
      const known = await findByExternalId(run.context, sql`files`, `${marker}${String(id)}`);
      if (known) run.ids.set(id, formatId("file", known.id));
      else missing.set(String(id), Filename.safeParse(filename).data ?? "file");
    }
  }
  if (missing.size === 0) return;
  for await (const { entry } of readArchive(await run.archive.open())) {
    const id = entry.name.startsWith("files/") ? entry.name.slice("files/".length) : "";
    const filename = missing.get(id);
    if (filename === undefined) continue;
    missing.delete(id);
    const bytes = await entry.read(maxBytes);
    try {
      run.ids.set(id, formatId("file", await keep(run.context, { id, filename, bytes })));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      run.report(`submissions ${JSON.stringify(filename)}`, error.message);
    }
  }
}

async function keep(
  context: RequestContext,
  { id, filename, bytes }: { id: string; filename: string; bytes: Buffer },
): Promise<string> {
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), "submission");
  const fields = { filename, purpose: "submission" as const, externalId: `${marker}${id}` };
  const file = await context.db.transaction((db) => keepFile({ ...context, db }, fields, content));
  return file.id;
}
