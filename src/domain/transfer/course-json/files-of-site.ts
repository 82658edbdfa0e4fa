import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { ownFiles } from "#domain/files/files/own-files.ts";
import type { CourseDocument } from "./course-document.ts";

/**
 * Returns the IDs of the document's files that exist at this site. A document from another site can contain unknown
 * file IDs.
 */
export async function filesOfSite(context: Context, document: CourseDocument): Promise<ReadonlySet<string>> {
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
