import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { FileRow } from "#domain/files/files/file.ts";
import { findFile, ownFiles } from "#domain/files/files/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type Problem, validationFailed } from "#domain/platform/problem.ts";
import { pagesAfter } from "#lib/collections/pages-after.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { dropFiles } from "#domain/files/files/keep-file.ts";

/** OpenID Connect Core §5.1 names raster formats for `picture`. Other formats are stored as one of these. */
const formats = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);

/**
 * Throws `validation_failed` unless the file can be the picture of the member: a public image of the file library, or a
 * picture that the member uploaded. Locks the file against deletion until the transaction ends.
 */
export async function requirePicture(
  context: Context,
  fileId: string | null | undefined,
  memberId: string | undefined,
): Promise<void> {
  if (!fileId) return;
  const { db, site } = context;
  const uploaded =
    memberId === undefined ? sql`false` : sql`files.purpose = 'profile_picture' and files.member_id = ${memberId}`;
  const file = await db.first<Pick<FileRow, "visibility" | "contentType">>`
    select files.visibility, files.content_type from files
     where files.site_id = ${site.id} and files.id = ${fileId} and ${table("files").present}
       and ((${ownFiles(context)}) or (${uploaded}))
       for key share`;
  const id = formatId("file", fileId);
  if (!file) throw refuse("not_found", `No file has the ID ${id}.`);
  if (file.visibility !== "public") {
    throw refuse("not_public", `The file ${id} is private. Upload it with the visibility public.`);
  }
  if (!formats.has(file.contentType)) {
    throw refuse("unsupported_media", `The file ${id} is not a JPEG, PNG, WebP or GIF image.`);
  }
}

const refuse = (code: string, detail: string): Problem => validationFailed("/pictureFileId", code, detail);

/** Deletes a picture that its member uploaded, and returns true. Files of the library are kept. */
export async function deleteUploadedPicture(context: Context, fileId: string | null): Promise<boolean> {
  const file = fileId === null ? undefined : await findFile(context, fileId);
  if (file?.purpose !== "profile_picture") return false;
  await dropFiles(context, [file.id]);
  return true;
}

const pageSize = 200;

/** Yields the IDs of the pictures that members uploaded, in their order. Pictures of the file library are not among them. */
export const uploadedPictures = ({ db, site }: SiteScope): AsyncGenerator<{ id: string }[]> =>
  pagesAfter<{ id: string }>(
    (last) => db.many<{ id: string }>`
      select files.id from members
       cross join ${table("files").joined(site.id, sql`members.picture_file_id`)}
       where members.site_id = ${site.id} and members.picture_file_id is not null and members.deleted_at is null
         and members.picture_file_id > ${last?.id ?? nilUuid}
         and files.purpose = 'profile_picture' and files.deleted_at is null
       order by members.picture_file_id limit ${pageSize}`,
  );
