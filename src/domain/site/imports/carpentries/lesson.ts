import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { findFoldersWith } from "#domain/catalog/whole-course/find-folders.ts";
import { readText } from "../read-text.ts";
import { wrongInput } from "../wrong-input.ts";
import { readPage, type Page } from "./page.ts";
import { yamlFields, type YamlFields } from "./yaml-fields.ts";

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
  return {
    folder,
    title: config.requiredText("title"),
    config,
    sourceCommit: existsSync(commit) ? readText(commit).trim() : undefined,
    parts,
  };
}

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
