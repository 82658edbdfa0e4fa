import type { Context } from "#domain/platform/context.ts";
import type { FileRow } from "#domain/content/files/file.ts";
import { fileAddress } from "#domain/content/files/file-address.ts";

/** A file with its address. */
export interface FileSource extends Pick<FileRow, "filename" | "contentType" | "byteSize"> {
  /** For private files, a signed address that is valid for at least one hour. */
  url: string;
}

/**
 * Returns the existing files, keyed by ID. The caller must have checked access to the resource that the files belong
 * to.
 */
export async function sourcesOf(context: Context, ids: readonly string[]): Promise<Map<string, FileSource>> {
  if (ids.length === 0) return new Map();
  const { db, site } = context;
  const files = await db.many<Pick<FileRow, "id" | "filename" | "contentType" | "byteSize" | "visibility">>`
    select id, filename, content_type, byte_size, visibility from files
     where site_id = ${site.id} and id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null
       and status = 'ready'`;
  return new Map(
    files.map((file) => {
      const { id, filename, contentType, byteSize } = file;
      return [id, { filename, contentType, byteSize, url: fileAddress(context, file) }];
    }),
  );
}
