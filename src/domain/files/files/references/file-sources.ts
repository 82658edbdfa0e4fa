import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import type { FileRow } from "#domain/files/files/file.ts";
import { fileAddress } from "#domain/files/files/file-address.ts";

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
    select id, filename, content_type, byte_size, visibility from ${table("files").withIds(site.id, ids)}
     where ${table("files").present}
       and status = 'ready'`;
  return new Map(
    files.map((file) => {
      const { id, filename, contentType, byteSize } = file;
      return [id, { filename, contentType, byteSize, url: fileAddress(context, file) }];
    }),
  );
}
