import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { findFoldersWith } from "#domain/transfer/whole-course/find-folders.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { cut } from "../cut.ts";
import { readText } from "../read-text.ts";
import { wrongInput } from "../wrong-input.ts";
import { readPage, type Page } from "./page.ts";
import { type OtherField, yamlFields, type YamlFields } from "./yaml-fields.ts";

/** Folders with pages, in course order. */
const lessonParts = ["episodes", "learners", "instructors", "profiles"] as const;
export type LessonPart = (typeof lessonParts)[number];

/** A lesson in the layout of The Carpentries Workbench: config.yaml and a Markdown folder per part. */
export interface Lesson {
  folder: string;
  title: string;
  config: YamlFields;
  /** The source revision, if a SOURCE_COMMIT file exists. */
  sourceCommit: string | undefined;
  parts: { part: LessonPart; pages: Page[] }[];
  /** Fields that are not imported. */
  warnings: Warning[];
  /** The files that were read, with paths within the folder. */
  files: string[];
}

export const readLessons = (folder: string): Lesson[] => lessonFolders(folder).map(readLesson);

/** Returns the lesson folders: the folder itself, or its subfolders. A folder with episodes counts as a lesson. */
export function lessonFolders(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw wrongInput(folder, undefined, "expected a folder with lessons, it does not exist");
  }
  const lessons = findFoldersWith(["config.yaml", "episodes"], folder);
  if (lessons.length === 0) {
    throw wrongInput(folder, undefined, "expected a lesson (a folder with config.yaml) or folders with lessons");
  }
  return lessons;
}

export function readLesson(folder: string): Lesson {
  const file = path.join(folder, "config.yaml");
  if (!existsSync(file)) throw wrongInput(folder, undefined, "expected a config.yaml in the folder of a lesson");
  const config = yamlFields(readText(file), file);
  const parts = lessonParts
    .map((part) => ({ part, pages: readPages(folder, part, config) }))
    .filter(({ pages }) => pages.length > 0);
  if (!parts.some(({ part }) => part === "episodes")) {
    throw wrongInput(path.join(folder, "episodes"), undefined, "expected at least one episode (a file ending in .md)");
  }
  const commit = path.join(folder, "SOURCE_COMMIT");
  const pages = parts.flatMap((one) => one.pages.map((page) => ({ ...page, file: `${one.part}/${page.name}` })));
  return {
    folder,
    title: config.requiredText("title"),
    config,
    sourceCommit: existsSync(commit) ? readText(commit).trim() : undefined,
    parts,
    warnings: [
      ...leftOutOf(file, config.others(configFields)),
      ...pages.flatMap((page) => leftOutOf(path.join(folder, page.file), page.others)),
    ],
    files: ["config.yaml", "SOURCE_COMMIT", ...pages.map((page) => page.file)],
  };
}

const leftOutOf = (file: string, fields: readonly OtherField[]): Warning[] =>
  fields.map(({ key, line, value }) => ({
    place: `${file}:${line}`,
    detail: `the field ${key} is left out: ${cut(value, maxQuoted)}`,
  }));

/** Characters of a value that a warning repeats. */
const maxQuoted = 500;

/** Fields that are imported, and settings of the programs that build the pages of lessons. */
const configFields = new Set(
  "title source lang keywords life_cycle url carpentry license created contact episodes learners instructors profiles carpentry_description branch analytics overview handout workbench-beta varnish sandpaper pegboard disable_sidebar_numbering".split(
    " ",
  ),
);

/** In the order of config.yaml; otherwise all pages of the folder by name. */
function readPages(folder: string, part: LessonPart, config: YamlFields): Page[] {
  const from = path.join(folder, part);
  const listed = config.list(part);
  if (listed === undefined) {
    if (!existsSync(from)) return [];
    const names = readdirSync(from).filter((name) => /\.R?md$/.test(name));
    return names.sort().map((name) => readPage(path.join(from, name), name));
  }
  return listed.map(({ text: name, line }) => {
    const file = path.join(from, name);
    if (path.basename(name) !== name || !existsSync(file)) {
      throw wrongInput(path.join(folder, "config.yaml"), line, `expected a file of ${from}, ${name} does not exist`);
    }
    return readPage(file, name);
  });
}
