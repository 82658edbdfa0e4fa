import { parseId } from "#domain/platform/ids.ts";
import type { FileSource } from "./file-sources.ts";

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
  const shown = new Set<string>();
  const signed = html.replaceAll(address, (written, text: string) => {
    const id = parseId("file", text);
    const source = id === undefined ? undefined : sources.get(id);
    if (id === undefined || !source) return written;
    shown.add(id);
    return source.url.replaceAll("&", "&amp;");
  });
  return { html: signed, shown };
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
