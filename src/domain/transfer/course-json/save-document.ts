import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { Done } from "#domain/platform/jobs/job-work.ts";
import { requirePublicFiles } from "#domain/files/files/references/require-files.ts";
import { saveWholeCourse } from "#domain/transfer/whole-course/save-whole-course.ts";
import type { CourseDocument } from "./course-document.ts";
import { nodesOfDocument } from "./nodes-of-document.ts";
import { table } from "#database/table/table.ts";
import { ownFiles } from "#domain/files/files/queries.ts";

/** Creates or updates a course from a document. Fields absent from the document stay unchanged. */
export async function saveDocument(
  context: Context,
  document: CourseDocument,
  warn: (warning: Warning) => void,
): Promise<Done> {
  const { status, categories, lecturers, coverFileId, plans, sections, ...fields } = document;
  const existingFiles = await filesOfSite(context, document);
  return saveWholeCourse(context, {
    fields,
    status,
    categories,
    lecturers,
    plans,
    async coverOf(inside, existingId) {
      if (!coverFileId || coverFileId === existingId) return coverFileId;
      if (existingFiles.has(coverFileId)) {
        await requirePublicFiles(inside, [{ id: coverFileId, pointer: "/coverFileId", use: "picture" }]);
        return coverFileId;
      }
      if (existingId === null) {
        const detail = `There is no file ${formatId("file", coverFileId)} at this site: the course has no cover.`;
        warn({ place: "/cover_file_id", detail });
      }
      return undefined;
    },
    async nodesOf(inside, courseId) {
      return sections && nodesOfDocument(inside, courseId, sections, { known: existingFiles, warn });
    },
  });
}

/**
 * Returns the IDs of the document's files that exist at this site. A document from another site can contain unknown
 * file IDs.
 */
async function filesOfSite(context: Context, document: CourseDocument): Promise<ReadonlySet<string>> {
  const { db, site } = context;
  const ids = namedIn(document);
  if (ids.length === 0) return new Set();
  const files = await db.many<{ id: string }>`
    select files.id from ${table("files").withIds(site.id, ids)}
     where ${table("files").present}
       and ${ownFiles(context)}`;
  return new Set(files.map(({ id }) => id));
}

function namedIn({ coverFileId, sections = [] }: CourseDocument): string[] {
  const lectures = sections.flatMap((section) => section.lectures);
  const named = lectures.flatMap(({ video, attachments = [] }) => [
    video?.fileId,
    ...(video?.captions ?? []).map(({ fileId }) => fileId),
    ...attachments.map(({ fileId }) => fileId),
  ]);
  return [coverFileId, ...named].filter((id) => id !== null && id !== undefined);
}
