import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { Done } from "#domain/platform/jobs/job-work.ts";
import { requirePublicFiles } from "#domain/files/files/references/require-files.ts";
import { saveWholeCourse } from "#domain/transfer/whole-course/save-whole-course.ts";
import type { CourseDocument } from "./course-document.ts";
import { filesOfSite } from "./files-of-site.ts";
import { nodesOfDocument } from "./nodes-of-document.ts";

/** Creates or updates a course from a document. Fields absent from the document stay unchanged. */
export async function saveDocument(
  context: Context,
  document: CourseDocument,
  warn: (warning: Warning) => void,
): Promise<Done> {
  const { status, categories, lecturers, coverFileId, plans, sections, ...fields } = document;
  const known = await filesOfSite(context, document);
  return saveWholeCourse(context, {
    fields,
    status,
    categories,
    lecturers,
    plans,
    async coverOf(inside, existingId) {
      if (!coverFileId || coverFileId === existingId) return coverFileId;
      if (known.has(coverFileId)) {
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
      return sections && nodesOfDocument(inside, courseId, sections, { known, warn });
    },
  });
}
