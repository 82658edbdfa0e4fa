import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { contentOf, type PreparedContent, prepareContent } from "#domain/files/files/content.ts";
import type { Purpose } from "#domain/files/files/file.ts";
import type { DemoMedia, DemoSite } from "../content/content.ts";

interface SourceFile {
  /** Names the file among those of its site. */
  key: string;
  filename: string;
  purpose: Purpose;
  bytes: Buffer | string;
}

/** A file of a site that does not exist yet. */
export interface DraftFile extends PreparedContent, Omit<SourceFile, "bytes"> {}

/** Reads all files of a site, and checks them like uploads. */
export async function draftFiles(site: DemoSite): Promise<DraftFile[]> {
  const drafts: DraftFile[] = [];
  for (const { bytes, ...file } of filesOf(site)) {
    const content = Buffer.from(bytes);
    const owner = { site: { id: site.hostname } };
    const uploaded = contentOf(content, hash("sha256", content, "buffer"));
    drafts.push({ ...file, ...(await prepareContent(owner, uploaded, file.purpose)) });
  }
  return drafts;
}

function filesOf({ assets, lecturers, courses, events, offers, writing }: DemoSite): SourceFile[] {
  const asset = (folder: string, filename: string, purpose: Purpose): SourceFile => ({
    ...named(folder, filename, purpose),
    bytes: readFileSync(path.join(import.meta.dirname, "../assets", assets, folder, filename)),
  });
  const covers = (folder: string, items: readonly { slug: string }[]) =>
    items.map(({ slug }) => asset(folder, `${slug}.svg`, "course_cover"));
  const lectures = courses.flatMap(({ sections }) => sections.flatMap((section) => section.lectures));
  return [
    ...["logo", "logo-dark", "favicon", "cover"].map((name) => asset("school", `${name}.svg`, "page")),
    ...lecturers.map(({ slug }) => asset("lecturers", `${slug}.svg`, "avatar")),
    ...covers("courses", courses),
    ...lectures.flatMap(({ media }) => (media ? [asset("lectures", media.filename, "lecture_media")] : [])),
    ...lectures.flatMap(({ media }) =>
      media?.captions
        ? [
            {
              ...named("captions", captionsName(media), "lecture_media"),
              bytes: webVttOf(media.captions, media.seconds),
            },
          ]
        : [],
    ),
    ...covers("events", events),
    ...covers("products", offers.products),
    ...offers.products.map(({ file: { filename, content } }) =>
      content === undefined
        ? asset("sheets", filename, "digital_product")
        : { ...named("downloads", filename, "digital_product"), bytes: content },
    ),
    ...covers("posts", writing.posts),
  ];
}

export const captionsName = ({ filename }: DemoMedia): string => filename.replace(/\.\w+$/, ".vtt");

const timeOfCue = (at: number): string => `00:${String(at).padStart(2, "0")}.000`;

function webVttOf(captions: NonNullable<DemoMedia["captions"]>, seconds: number): string {
  const cues = captions.map(([start, text], index) => {
    const [end] = captions[index + 1] ?? [seconds];
    return `${timeOfCue(start)} --> ${timeOfCue(end)}\n${text}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

const named = (folder: string, filename: string, purpose: Purpose) => ({
  key: `${folder}/${filename}`,
  filename,
  purpose,
});
