import path from "node:path";
import { type CourseRow } from "#domain/catalog/courses/course.ts";
import { slugFrom } from "#domain/platform/slug.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import type { SectionRecord } from "#domain/catalog/curriculum/sections/section.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { Lesson, LessonPart } from "./lesson.ts";
import type { Page } from "./page.ts";
import { textOfPage } from "./text-of-page.ts";

/** A lesson converted to a course. Ids are assigned when it is stored. */
export interface CourseOfLesson {
  course: Pick<CourseRow, "slug" | "name" | "descriptionMarkdown" | "language" | "tags" | "status" | "metadata"> & {
    externalId: string;
  };
  sections: (Pick<SectionRecord, "title" | "position" | "status"> & {
    externalId: string;
    lectures: LectureOfPage[];
  })[];
  /** Parts of the lesson that the course cannot hold. */
  warnings: Warning[];
  /** The files that were read, with paths within the folder of the lesson. */
  files: string[];
  /** True if links within the lesson lead to its published site. */
  hasSite: boolean;
}
type LectureOfPage = Pick<
  LectureRecord,
  "title" | "position" | "kind" | "status" | "required" | "bodyMarkdown" | "durationSeconds"
> & { externalId: string };

const carpentries: Record<string, string> = {
  swc: "Software Carpentry",
  dc: "Data Carpentry",
  lc: "Library Carpentry",
  cp: "The Carpentries",
  incubator: "The Carpentries Incubator",
};

/** Only episodes are required. Instructor pages are drafts, so that no learner sees them. */
const sectionOf: Record<LessonPart, Pick<SectionRecord, "title" | "status"> & { required: boolean }> = {
  episodes: { title: "Episodes", status: "published", required: true },
  learners: { title: "For learners", status: "published", required: false },
  instructors: { title: "For instructors", status: "draft", required: false },
  profiles: { title: "Learner profiles", status: "published", required: false },
};

export function courseOfLesson(lesson: Lesson): CourseOfLesson {
  const { config, title, folder } = lesson;
  const source = config.text("source");
  const repository = source === undefined ? path.basename(path.resolve(folder)) : repositoryOf(source);
  const externalId = `carpentries/${repository}`;
  const keywords = (config.text("keywords") ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  const place = path.join(folder, "config.yaml");
  const cutTags = keywords.slice(maxTags);
  return {
    course: {
      externalId,
      slug: slugFrom(path.basename(repository)) || "lesson",
      name: title,
      descriptionMarkdown: describe(lesson),
      language: config.text("lang") ?? "en",
      tags: keywords.slice(0, maxTags),
      // Lessons in alpha stages are drafts.
      status: /^(pre-)?alpha$/.test(config.text("life_cycle") ?? "") ? "draft" : "published",
      metadata: metadataOf(lesson),
    },
    sections: lesson.parts.map(({ part, pages }, index) => ({
      externalId: `${externalId}/${part}`,
      title: sectionOf[part].title,
      status: sectionOf[part].status,
      position: index + 1,
      lectures: pages.map((page, index) => ({
        ...lectureOf(page, part, `${externalId}/${part}/${page.name}`, index + 1),
        bodyMarkdown: textOfPage(page.body, part, siteOf(lesson)),
      })),
    })),
    warnings: [
      ...lesson.warnings,
      ...(cutTags.length === 0
        ? []
        : [{ place, detail: `keywords after the first ${maxTags} are left out: ${cutTags.join(", ")}` }]),
    ],
    files: lesson.files,
    hasSite: siteOf(lesson) !== undefined,
  };
}

/** Tags of a course. */
const maxTags = 20;

/** `swcarpentry/git-novice` of `https://github.com/swcarpentry/git-novice`. */
const repositoryOf = (source: string) => source.replace(/^[a-z]+:\/\/[^/]*\//i, "").replace(/(\.git)?(?<!\/)\/*$/, "");

function describe({ title, config }: Lesson): string {
  const source = config.text("source");
  const site = config.text("url");
  const named = source === undefined ? `“${title}”` : `[“${title}”](${source})`;
  return [
    `${site === undefined ? title : `[${title}](${site})`}, a lesson of ${author(config.text("carpentry"))}.`,
    `${named} by ${author(config.text("carpentry"))} and its contributors, licensed under ${license(config)}.`,
    "The text is unchanged. Front matter became titles and durations, boxes have labels, and links are absolute.",
  ].join("\n\n");
}

const author = (carpentry: string | undefined) => carpentries[carpentry ?? "cp"] ?? "The Carpentries";

function license(config: Lesson["config"]): string {
  const name = config.text("license") ?? "CC-BY 4.0";
  return isCreativeCommons(name) ? `[${name}](${creativeCommons})` : name;
}
const creativeCommons = "https://creativecommons.org/licenses/by/4.0/";
const isCreativeCommons = (license: string) => /^CC[- ]BY 4\.0$/i.test(license);

function metadataOf({ config, sourceCommit }: Lesson): Record<string, string> {
  const license = config.text("license") ?? "CC-BY 4.0";
  const entries = {
    attribution: `${author(config.text("carpentry"))} and contributors`,
    license,
    license_url: isCreativeCommons(license) ? creativeCommons : undefined,
    source: config.text("source"),
    source_commit: sourceCommit,
    url: config.text("url"),
    life_cycle: config.text("life_cycle"),
    created: config.text("created"),
    contact: config.text("contact"),
  };
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Returns the published URL of the lesson, if it is an http(s) URL. */
function siteOf({ config }: Lesson): string | undefined {
  const site = config.text("url");
  return site !== undefined && /^https?:$/.test(URL.parse(site)?.protocol ?? "") ? site : undefined;
}

const lectureOf = (
  page: Page,
  part: LessonPart,
  externalId: string,
  position: number,
): Omit<LectureOfPage, "bodyMarkdown"> => ({
  externalId,
  title: page.title,
  position,
  kind: "text",
  status: sectionOf[part].status,
  required: sectionOf[part].required,
  durationSeconds: page.minutes === undefined ? null : Math.round(page.minutes * 60),
});
