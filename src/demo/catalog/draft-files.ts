import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { contentOf, type PreparedContent, prepareContent } from "#domain/files/files/content.ts";
import type { Purpose } from "#domain/files/files/file.ts";
import { filesNamedIn } from "#domain/transfer/course-folder/course-content.ts";
import type { DemoCourse, DemoSite } from "../content/read-school.ts";
import { schoolFolder } from "../content/school-folder.ts";

interface SourceFile {
  /** Path in the folder of the school. */
  key: string;
  purpose: Purpose;
}

/** A file of a site that does not exist yet. */
export interface DraftFile extends PreparedContent, SourceFile {
  filename: string;
}

/** Reads all files of a site, and checks them like uploads. */
export async function draftFiles(site: DemoSite): Promise<DraftFile[]> {
  const drafts: DraftFile[] = [];
  for (const { key, purpose } of filesOf(site)) {
    const content = readFileSync(path.join(schoolFolder(site.folder), key));
    const owner = { site: { id: site.hostname } };
    const uploaded = contentOf(content, hash("sha256", content, "buffer"));
    drafts.push({ key, purpose, filename: path.basename(key), ...(await prepareContent(owner, uploaded, purpose)) });
  }
  return drafts;
}

const filesOf = ({ lecturers, courses, events, offers, posts }: DemoSite): SourceFile[] => [
  ...["logo", "logo-dark", "favicon", "cover"].map((name) => ({ key: `school/${name}.svg`, purpose: "page" as const })),
  ...pictures("lecturers", "avatar", lecturers),
  ...courses.flatMap(filesOfCourse),
  ...pictures("events", "course_cover", events),
  ...pictures("products", "course_cover", offers.products),
  ...offers.products.map(({ file }) => ({ key: `sheets/${file}`, purpose: "digital_product" as const })),
  ...pictures("posts", "course_cover", posts),
];

const pictures = (folder: string, purpose: Purpose, items: readonly { slug: string }[]): SourceFile[] =>
  items.map(({ slug }) => ({ key: `${folder}/${slug}.svg`, purpose }));

const filesOfCourse = ({ slug, content }: DemoCourse): SourceFile[] =>
  filesNamedIn(content).map((file) => ({
    key: keyOfCourseFile(slug, file),
    purpose: file === content.matter.cover ? "course_cover" : "lecture_media",
  }));

/** The key of a file with a path in its course folder. */
export const keyOfCourseFile = (slug: string, file: string): string => `courses/${slug}/${file}`;
