import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { withoutFileTargets } from "#domain/catalog/course-folder/body-links.ts";
import { withPrompts } from "#domain/catalog/course-folder/prompts.ts";
import { filesNamedIn, type CourseDocument } from "#domain/catalog/course-folder/course-content.ts";
import type { OlxFolder } from "./olx-folder.ts";

/** Removes everything that refers to these files. */
export function withoutFiles(course: CourseDocument, files: ReadonlySet<string>): CourseDocument {
  if (files.size === 0) return course;
  const { cover, ...matter } = course.matter;
  return {
    ...course,
    matter: { ...matter, ...(cover && !files.has(cover) && { cover }) },
    description: course.description && withoutFileTargets(course.description, files),
    descriptionImages: course.descriptionImages?.filter((file) => !files.has(file)),
    sections: course.sections.map((section) => ({
      ...section,
      lectures: section.lectures.map((lecture) => {
        const { video, attachments } = lecture.matter;
        const isWithout = video?.file !== undefined && files.has(video.file);
        const kept = attachments.filter(({ file }) => file === null || !files.has(file));
        const body = lecture.body === null ? null : withoutFileTargets(lecture.body, files);
        const quiz = withPrompts(lecture.matter.quiz, (prompt) => withoutFileTargets(prompt, files));
        return {
          ...lecture,
          body,
          matter: { ...lecture.matter, quiz, attachments: kept, ...(isWithout && { video: null }) },
        };
      }),
    })),
  };
}

/** Warns about files that are not imported: unreferenced files, and drafts. */
export function reportUnused(olx: OlxFolder, course: CourseDocument): void {
  const named = new Set(filesNamedIn(course));
  const unnamed = filesIn(olx, "static").filter((file) => !named.has(file));
  if (unnamed.length > 0) tell("static", `${unnamed.length} unreferenced files are left out: ${listed(unnamed)}`);
  const drafts = filesIn(olx, "drafts");
  if (drafts.length > 0) tell("drafts", `drafts are left out: ${drafts.length} files`);
  const tabs = filesIn(olx, "tabs");
  if (tabs.length > 0) tell("tabs", `pages of the course are left out: ${listed(tabs)}`);
  const info = filesIn(olx, "info").filter((file) => file.endsWith(".html"));
  if (info.length > 0) tell("info", `handouts and updates of the course are left out: ${listed(info)}`);

  function tell(folder: string, detail: string): void {
    olx.warnings.push({ place: path.join(olx.folder, folder), detail });
  }
}

function filesIn({ folder }: OlxFolder, name: string): string[] {
  const within = path.join(folder, name);
  if (!existsSync(within)) return [];
  const entries = readdirSync(within, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

const maxListed = 20;
const listed = (files: readonly string[]): string =>
  [...files.slice(0, maxListed), ...(files.length > maxListed ? ["…"] : [])].join(", ");
