import { formatId, parseId } from "#domain/platform/ids.ts";
import { decodePercent } from "#lib/text/decode-percent.ts";

/** Links of a body or a prompt to parts of the same course, as a converter writes them: IDs are known only when it is saved. */
const target = /lectern-(file|lecture):([\w.~%!*'-]+)/g;

/** Characters that `encodeURIComponent` leaves, except those that end a target in Markdown. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[()]/g, (mark) => (mark === "(" ? "%28" : "%29"));

/** The address of a file of the course folder in a body. */
export const fileTarget = (path: string): string => `lectern-file:${encoded(path)}`;

/** The address of a lecture of the same course in a body, by its external ID. */
export const lectureTarget = (externalId: string): string => `lectern-lecture:${encoded(externalId)}`;

interface Found {
  courseId: string;
  /** IDs of attached files by path. */
  files: ReadonlyMap<string, string>;
  /** IDs of existing lectures by external ID. */
  lectures: ReadonlyMap<string, string>;
}

/**
 * Replaces the targets in a body by addresses. A lecture that is not saved yet has none: its links lead to the course,
 * until the course is saved again.
 */
export const withAddresses = (body: string, { courseId, files, lectures }: Found): string =>
  body.replaceAll(target, (_whole, kind: string, name: string) => {
    const course = `/learn/${formatId("course", courseId)}`;
    // Authors can write such a target by hand: an invalid one names nothing.
    const id = (kind === "file" ? files : lectures).get(decodePercent(name));
    if (kind === "file") return id === undefined ? "" : `/files/${formatId("file", id)}`;
    return id === undefined ? course : `${course}/${formatId("lecture", id)}`;
  });

const fileOnly = /lectern-file:([\w.~%!*'-]+)/g;

/** Replaces the targets of these files by their addresses. */
export const withFileAddresses = (text: string, files: ReadonlyMap<string, string>): string =>
  text.replaceAll(fileOnly, (whole, name: string) => {
    const id = files.get(decodePercent(name));
    return id === undefined ? whole : `/files/${formatId("file", id)}`;
  });

/** IDs of the files whose addresses are in a text. */
export const fileIdsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\/files\/(fil_\w{26})/g)].flatMap(([, id = ""]) => parseId("file", id) ?? []));

/** True if the text links to another lecture. */
export const linksToLecture = (text: string): boolean => text.includes("lectern-lecture:");

const markdownTarget = /(!?)\[((?:[^[\]\\]|\\.)*)\]\(<lectern-file:([\w.~%!*'-]+)>\)/g;
const htmlImage = /<img [^<>]*?src="lectern-file:([\w.~%!*'-]+)"[^<>]*>/g;
const htmlLink = /href="lectern-file:([\w.~%!*'-]+)"/g;

/** Replaces the images of these files by their alternative text, and links to them by their text. */
export function withoutFileTargets(body: string, paths: ReadonlySet<string>): string {
  const isLeftOut = (name: string) => paths.has(decodePercent(name));
  return body
    .replaceAll(markdownTarget, (whole, mark: string, label: string, name: string) => {
      if (!isLeftOut(name)) return whole;
      return mark === "" ? label : `*${label || fileName(name)}*`;
    })
    .replaceAll(htmlImage, (whole, name: string) => (isLeftOut(name) ? `<em>${fileName(name)}</em>` : whole))
    .replaceAll(htmlLink, (whole, name: string) => (isLeftOut(name) ? "" : whole));
}

/** The name of the file without its folders, which is safe in Markdown and HTML because it stays encoded. */
const fileName = (name: string): string => name.split("%2F").at(-1) ?? name;
