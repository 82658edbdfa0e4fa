import { readdirSync } from "node:fs";
import path from "node:path";

/**
 * Finds files of a folder by names that may differ in case and in their form of Unicode, as they do when a course
 * moves between file systems. Exact names have priority.
 */
export class FileIndex {
  /** Paths relative to the folder, with `/`. */
  readonly all: readonly string[];
  readonly #exact: ReadonlySet<string>;
  readonly #alike = new Map<string, string>();

  constructor(folder: string) {
    this.all = filesIn(folder);
    this.#exact = new Set(this.all);
    for (const file of this.all) if (!this.#alike.has(alike(file))) this.#alike.set(alike(file), file);
  }

  /** Returns the first of these paths that exists. */
  find(candidates: readonly string[]): string | undefined {
    const normal = candidates.map((one) => path.posix.normalize(one)).filter((one) => !/^(\.\.)?\//.test(one));
    const exact = normal.find((one) => this.#exact.has(one));
    if (exact !== undefined) return exact;
    for (const one of normal) {
      const file = this.#alike.get(alike(one));
      if (file !== undefined) return file;
    }
    return undefined;
  }
}

const alike = (file: string): string => file.normalize("NFC").toLowerCase();

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return entries
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !file.split("/").some((part) => part.startsWith(".") || part === "node_modules"))
    .sort();
}

/** In names of files, a colon stands for a folder. */
const pathOf = (urlName: string): string => urlName.replaceAll(":", "/");

/** Candidates for the definition of a part: `chapter/intro.xml` for `<chapter url_name="intro"/>`. */
export const definitionFiles = (kind: string, name: string): string[] => [
  `${kind}/${pathOf(name)}.xml`,
  `${kind}/${name}.xml`,
  ...(name.endsWith(".xml") ? [`${kind}/${pathOf(name)}`] : []),
];

/**
 * Candidates for the text of an `<html>`, in the order in which Open edX looks (`HtmlBlock.load_definition`): beside the
 * definition, then in folders further out. Authors also write the extension, or the folder `html`.
 */
export function htmlFiles(filename: string | undefined, urlName: string | undefined): string[] {
  if (filename === undefined) return urlName === undefined ? [] : textFiles(`html/${pathOf(urlName)}`);
  const beside = path.posix.join("html", path.posix.dirname(pathOf(urlName ?? "")));
  return [
    ...new Set(
      [filename, pathOf(filename)].flatMap((name) => [
        ...textFiles(path.posix.join(beside, name)),
        ...textFiles(path.posix.join("html", name)),
        ...(name.includes("/") ? textFiles(name) : []),
      ]),
    ),
  ];
}

const textFiles = (file: string): string[] => {
  const bare = file.replace(/(\.html?|\.xml)+$/i, "");
  return [`${file}.html`, ...(bare === file ? [] : [file, `${bare}.html`]), `${bare}.htm`].filter(
    (one) => !one.toLowerCase().endsWith(".xml"),
  );
};
