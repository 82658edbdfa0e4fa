import { hash } from "node:crypto";
import { contentOf, type PreparedContent, prepareContent } from "#domain/files/files/content.ts";
import type { Purpose } from "#domain/files/files/file.ts";
import type { DemoSite } from "../content/content.ts";
import { cover, logo, mark } from "../drawings/cover.ts";
import { portrait } from "../drawings/portrait.ts";
import { mediaFilename, type MediaOfLectures } from "./draw-media.ts";

interface DrawnFile {
  /** Names the file among those of its site. */
  key: string;
  filename: string;
  purpose: Purpose;
  bytes: Buffer | string;
}

/** A file of a site that does not exist yet. */
export interface DraftFile extends PreparedContent, Omit<DrawnFile, "bytes"> {}

/** Draws all files of a site, and checks them like uploads. */
export async function draftFiles(site: DemoSite, media: MediaOfLectures): Promise<DraftFile[]> {
  const drafts: DraftFile[] = [];
  for (const { bytes, ...file } of filesOf(site, media)) {
    const content = Buffer.from(bytes);
    const owner = { site: { id: site.hostname } };
    const uploaded = contentOf(content, hash("sha256", content, "buffer"));
    drafts.push({ ...file, ...(await prepareContent(owner, uploaded, file.purpose)) });
  }
  return drafts;
}

function filesOf({ school, lecturers, courses, events, offers, writing }: DemoSite, media: MediaOfLectures) {
  const { palette, mark: motif } = school;
  const coverOf = (folder: string, item: { slug: string; motif: Parameters<typeof cover>[1] }): DrawnFile => ({
    ...named(folder, `${item.slug}.svg`, "course_cover"),
    bytes: cover(palette, item.motif, item.slug),
  });
  const logoIn = (color: string) => logo(palette, motif, { ...school.logo, color });
  return [
    { ...named("school", "logo.svg", "page"), bytes: logoIn(palette.deep) },
    { ...named("school", "logo-dark.svg", "page"), bytes: logoIn(palette.paper) },
    { ...named("school", "favicon.svg", "page"), bytes: mark(palette, motif) },
    { ...named("school", "cover.svg", "page"), bytes: cover(palette, school.cover, motif) },
    ...lecturers.map(({ slug, face }) => ({
      ...named("lecturers", `${slug}.svg`, "avatar"),
      bytes: portrait(palette, face, slug),
    })),
    ...courses.map((course) => coverOf("courses", course)),
    ...courses.flatMap(({ slug, sections }) =>
      sections.flatMap(({ lectures }, section) =>
        lectures.flatMap((lecture, position) => {
          const drawn = media.get(lecture);
          if (!drawn) return [];
          const filename = mediaFilename(drawn, { slug, section, position });
          return [{ ...named("lectures", filename, "lecture_media"), bytes: drawn.bytes }];
        }),
      ),
    ),
    ...events.map((event) => coverOf("events", event)),
    ...offers.products.map((product) => coverOf("products", product)),
    ...offers.products.map(({ file: { filename, content } }) => ({
      ...named("downloads", filename, "digital_product"),
      bytes: content,
    })),
    ...writing.posts.map((post) => coverOf("posts", post)),
  ];
}

const named = (folder: string, filename: string, purpose: Purpose) => ({
  key: `${folder}/${filename}`,
  filename,
  purpose,
});
