import type { Context } from "#domain/platform/context.ts";
import type { FileRow } from "#domain/content/files/file.ts";
import { fileAddress } from "#domain/content/files/file-address.ts";

/** A file where it is shown. */
export interface FileSource extends Pick<FileRow, "filename" | "contentType" | "byteSize"> {
  /** Of a private one it is signed, and good for an hour at least. */
  url: string;
}

/** Those of the files that are there, by their ids. Whoever asks has been let in to what they belong to. */
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
