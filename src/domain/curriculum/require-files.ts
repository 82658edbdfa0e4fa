import { sql } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { ownFiles } from "#domain/files/own-files.ts";
import { formatId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import type { LectureRecord } from "./lecture.ts";

/** A file that a part names, and where in the input it does. */
export interface NamedFile {
  id: string;
  pointer: string;
}

/** The files of a video that is written, unless they are those that it had. */
export function filesOfVideo(
  video: LectureRecord["video"] | undefined,
  held: LectureRecord["video"] | undefined,
  pointer: string,
): NamedFile[] {
  const known = new Set(held ? idsIn(held).map(({ id }) => id) : []);
  const named = video ? idsIn(video) : [];
  return named.filter(({ id }) => !known.has(id)).map(({ id, path }) => ({ id, pointer: `${pointer}${path}` }));
}

const idsIn = ({ fileId, captions }: NonNullable<LectureRecord["video"]>) => [
  ...(fileId === undefined ? [] : [{ id: fileId, path: "/fileId" }]),
  ...captions.map((caption, index) => ({ id: caption.fileId, path: `/captions/${index}/fileId` })),
];

/** Fails where the site has no such file, or the caller may not use it. The others are not deleted meanwhile. */
export async function requireFiles(context: Context, named: readonly NamedFile[]): Promise<void> {
  if (named.length === 0) return;
  const { db, site } = context;
  const ids = named.map(({ id }) => id);
  const files = await db.many<{ id: string }>`
    select files.id from files
     where files.site_id = ${site.id} and files.id = any(${ids}::uuid[]) and files.deleted_at is null
       and ${ownFiles(context) ?? sql`true`}
       for key share`;
  const known = new Set(files.map(({ id }) => id));
  const errors = named
    .filter(({ id }) => !known.has(id))
    .map(({ id, pointer }) => ({ pointer, code: "not_found", detail: `There is no file ${formatId("file", id)}.` }));
  if (errors.length > 0) throw new Problem("validation_failed", errors[0]!.detail, { errors });
}
