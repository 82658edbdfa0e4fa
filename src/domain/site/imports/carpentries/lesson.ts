import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { findFoldersWith } from "#domain/catalog/whole-course/find-folders.ts";
import { readText } from "../read-text.ts";
import { wrongInput } from "../wrong-input.ts";
import { readPage, type Page } from "./page.ts";
import { yamlFields, type YamlFields } from "./yaml-fields.ts";

/** The folders of a lesson that hold pages, in the order in which a course shows them. */
const lessonParts = ["episodes", "learners", "instructors", "profiles"] as const;
export type LessonPart = (typeof lessonParts)[number];

/** A lesson as The Carpentries Workbench lays it out: config.yaml and a folder of Markdown for each part. */
export interface Lesson {
  folder: string;
  title: string;
  config: YamlFields;
  /** The revision of the copy, where a SOURCE_COMMIT stands beside it. */
  sourceCommit: string | undefined;
  parts: { part: LessonPart; pages: Page[] }[];
}

export const readLessons = (folder: string): Lesson[] => lessonFolders(folder).map(readLesson);

/** Where the lessons in a folder are: the folder itself, or those below it. What has episodes is meant to be one. */
export function lessonFolders(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw wrongInput(folder, undefined, "expected a folder with lessons, there is none");
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

/** In the order that config.yaml gives; without one, every page of the folder by its name. */
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
      throw wrongInput(path.join(folder, "config.yaml"), line, `expected a file of ${from}, there is no ${name}`);
    }
    return readPage(file, name);
  });
}
