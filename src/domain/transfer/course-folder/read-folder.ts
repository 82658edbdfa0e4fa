import { existsSync, readdirSync, statSync, readFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { maxLectures, maxSections } from "#domain/catalog/curriculum/limits.ts";
import { slugFrom } from "#domain/platform/names/slug.ts";
import { Slug } from "#domain/platform/fields.ts";
import { type CourseContent, filesNamedIn, type LectureContent, type SectionContent } from "./course-content.ts";
import type { Fault } from "#domain/platform/input/yaml-fields.ts";
import { readMatter } from "#domain/platform/input/front-matter.ts";
import { CourseMatter, LectureMatter, SectionMatter } from "./course-front-matter.ts";
import { findFoldersWith } from "#domain/transfer/whole-course/find-folders.ts";
import { byNumber, withPartIds } from "#domain/transfer/whole-course/part-name.ts";
import { fileIn, pointsOutside } from "./file-path.ts";

/** Returns the course folders in a folder: the folder itself if it contains a course.md, otherwise its subfolders. */
export const findCourseFolders = (folder: string): string[] => findFoldersWith(["course.md"], folder);

/**
 * Reads a course folder. Returns the course, or every error in the folder. Yields to the event loop between two
 * files. `timeZone`: that of dates without a time; any is enough to find errors.
 */
export async function readCourseFolder(
  folder: string,
  timeZone = "UTC",
): Promise<{ content: CourseContent } | { faults: Fault[] }> {
  const faults: Fault[] = [];
  const file = path.join(folder, "course.md");
  const read = await readFile(CourseMatter, file, faults, timeZone);
  const sections: SectionContent[] = [];
  for (const name of foldersOf(folder)) {
    const section = await readSection(path.join(folder, name), name, faults);
    if (section) sections.push(section);
  }
  if (!read) return { faults };
  const { matter, body } = read;
  const slug = matter.slug ?? slugOf(folder, matter.name);
  if (slug === undefined)
    faults.push({
      file,
      line: 1,
      detail: "slug: a slug is required, because the name has no Latin letters to derive it from",
    });
  if (sections.length > maxSections)
    faults.push({ file: folder, detail: `a course can have at most ${maxSections} sections` });
  const lectures = sections.reduce((sum, section) => sum + section.lectures.length, 0);
  if (lectures > maxLectures)
    faults.push({ file: folder, detail: `a course can have at most ${maxLectures} lectures` });
  const content = { matter: { ...matter, slug: slug ?? "" }, description: body ?? "", sections };
  faults.push(...missingFiles(folder, content));
  return faults.length > 0 ? { faults } : { content };
}

function slugOf(folder: string, name: string): string | undefined {
  const called = path.basename(path.resolve(folder));
  return Slug.safeParse(called).data ?? Slug.safeParse(slugFrom(name)).data;
}

function foldersOf(folder: string): string[] {
  const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = all
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(".") && isSection(path.join(folder, name)));
  return names.sort(byNumber);
}

/** Folders without section.md contain other files. */
const isSection = (folder: string): boolean => existsSync(path.join(folder, "section.md"));

async function readSection(folder: string, name: string, faults: Fault[]): Promise<SectionContent | undefined> {
  const section = await readFile(SectionMatter, path.join(folder, "section.md"), faults);
  const names = readdirSync(folder).filter(
    (file) => file.endsWith(".md") && !file.startsWith(".") && file !== "section.md",
  );
  const lectures: LectureContent[] = [];
  for (const file of names.sort(byNumber)) {
    await breathe();
    const lecture = await readLecture(path.join(folder, file), file, faults);
    if (lecture) lectures.push(lecture);
  }
  if (!section) return undefined;
  if (section.body !== null) {
    faults.push({
      file: path.join(folder, "section.md"),
      detail: "a section cannot have text; move it to `summary` or to a lecture",
    });
  }
  return { name, matter: section.matter, lectures };
}

async function readLecture(file: string, name: string, faults: Fault[]): Promise<LectureContent | undefined> {
  const read = await readFile(LectureMatter, file, faults);
  if (!read) return undefined;
  const { matter, body } = read;
  const quiz = matter.quiz && withPartIds(matter.quiz);
  return { name: name.slice(0, -".md".length), matter: { ...matter, quiz }, body };
}

async function readFile<Schema extends Parameters<typeof readMatter>[0]>(
  schema: Schema,
  file: string,
  faults: Fault[],
  timeZone?: string,
) {
  const text = readTextFile(file, faults);
  if (text === undefined) return undefined;
  const read = await readMatter<Schema>(schema, file, text, timeZone);
  if (!("faults" in read)) return read;
  faults.push(...read.faults);
  return undefined;
}

const missingFiles = (folder: string, content: CourseContent): Fault[] =>
  filesNamedIn(content).flatMap((named) => {
    const file = fileIn(folder, named);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      return { file, detail: "the course references this file, but it does not exist" };
    }
    return pointsOutside(folder, file)
      ? { file, detail: "this file is a symbolic link that points outside the course folder" }
      : [];
  });

/** Enough for front matter and text of maximum length. */
const maxBytes = 4_000_000;

/** Reads a UTF-8 text file. Reports a fault and returns undefined if it cannot. */
function readTextFile(file: string, faults: Fault[]): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) faults.push({ file, detail: "expected a file here, but it does not exist" });
  else if (pointsOutside(path.dirname(file), file))
    faults.push({ file, detail: "symbolic links that point outside the folder are not allowed" });
  else if (stat.size > maxBytes) faults.push({ file, detail: `expected at most ${maxBytes} bytes` });
  else {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      faults.push({ file, detail: "expected a UTF-8 text file" });
    }
  }
  return undefined;
}
