import { parseId } from "#domain/platform/ids.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import type { FileRow } from "../file.ts";
import { fileAddress } from "../file-address.ts";

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

/** Addresses of files in sanitized HTML, as authors write them: without a signature. */
const address = /(?<=\b(?:src|href)=")\/files\/(fil_[0-9a-z]{26})(?=")/g;

/** Addresses of files in Markdown, also in its HTML: in parentheses, angle brackets, quotes or a definition. */
const addressInMarkdown = /(?<=[(<"'\s])\/files\/(fil_[0-9a-z]{26})(?=[)>"'\s]|$)/g;

/** HTML with the addresses of its files, and the IDs of these files. */
interface ShownFiles {
  html: string;
  shown: ReadonlySet<string>;
}

/**
 * Signs the addresses of private files in sanitized HTML. Only for files that the reader may see because of where the
 * text is, such as attachments of the same lecture: the address of any other file stays closed.
 */
export function showFiles(html: string, sources: ReadonlyMap<string, FileSource>): ShownFiles {
  const shownIds = new Set<string>();
  const signed = html.replaceAll(address, (written, text: string) => {
    const id = parseId("file", text);
    const source = id === undefined ? undefined : sources.get(id);
    if (id === undefined || !source) return written;
    shownIds.add(id);
    return source.url.replaceAll("&", "&amp;");
  });
  return { html: signed, shown: shownIds };
}

/**
 * Like `showFiles`, for readers of Markdown who are not on a page of the site: addresses of other files, such as public
 * ones, get the origin.
 */
export const showFilesInMarkdown = (
  markdown: string,
  sources: ReadonlyMap<string, FileSource>,
  origin: string,
): string =>
  markdown.replaceAll(
    addressInMarkdown,
    (written, text: string) => sources.get(parseId("file", text) ?? "")?.url ?? `${origin}${written}`,
  );
