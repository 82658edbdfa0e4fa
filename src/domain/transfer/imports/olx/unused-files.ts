import path from "node:path";
import { withoutFileTargets } from "#domain/transfer/course-folder/body-links.ts";
import { filesNamedIn, type CourseDocument, withPrompts } from "#domain/transfer/course-folder/course-content.ts";
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
        const keptAttachments = attachments.filter(({ file }) => file === null || !files.has(file));
        const body = lecture.body === null ? null : withoutFileTargets(lecture.body, files);
        const quiz = withPrompts(lecture.matter.quiz, (prompt) => withoutFileTargets(prompt, files));
        return {
          ...lecture,
          body,
          matter: { ...lecture.matter, quiz, attachments: keptAttachments, ...(isWithout && { video: null }) },
        };
      }),
    })),
  };
}

/** Reasons for which the files of a folder are left out. */
const reasons: Readonly<Record<string, (count: number) => string>> = {
  static: (count) => `${count} unreferenced files are left out`,
  drafts: () => "files of drafts",
  tabs: () => "pages of the course are left out",
  info: () => "handouts and updates of the course are left out",
};

const filesPerWarning = 40;

/** Warns about each file of the archive that is neither read nor imported. */
export function reportUnused(olx: OlxFolder, course: CourseDocument): void {
  const named = new Set(filesNamedIn(course).map((file) => (olx.assets.renamed.get(file) ?? file).normalize("NFC")));
  // Paths of files in a course are in one form of Unicode.
  const unused = olx.files.all.filter((file) => !named.has(file.normalize("NFC")) && !olx.read.has(file));
  const byFolder = Map.groupBy(unused, (file) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : ""));
  for (const [folder, files] of byFolder) {
    const folderPath = path.join(olx.folder, folder);
    if (folder === "drafts")
      olx.warnings.push({ place: folderPath, detail: `drafts are left out: ${files.length} files` });
    const reason = reasons[folder]?.(files.length) ?? "files that no part of the course names are left out";
    for (let at = 0; at < files.length; at += filesPerWarning) {
      olx.warnings.push({
        place: folderPath,
        detail: `${reason}: ${files.slice(at, at + filesPerWarning).join(", ")}`,
      });
    }
  }
}
