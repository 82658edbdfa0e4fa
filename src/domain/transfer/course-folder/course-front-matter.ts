import * as z from "zod";
import { Course, courseStatuses } from "#domain/catalog/courses/course.ts";
import { AssignmentContent } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { Attachment, maxAttachments, sourceProblem } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { Lecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { QuizContent } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { Section } from "#domain/catalog/curriculum/sections/section.ts";
import { Slug } from "#domain/platform/fields.ts";
import { FilePath } from "./file-path.ts";
import { Video } from "#domain/catalog/curriculum/lectures/video.ts";
import { formatId } from "#domain/platform/ids.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";

const { shape: video } = Video;

/** The video of a lecture, with file paths. */
export const VideoMatter = z
  .object({
    file: FilePath.optional(),
    provider: video.provider,
    externalUrl: video.externalUrl,
    captions: z
      .array(z.object({ lang: video.captions.unwrap().element.shape.lang, file: FilePath }))
      .max(50)
      .default([]),
    chapters: video.chapters,
  })
  .check(({ value, issues }) => {
    const result = Video.safeParse(
      withFiles(value, () => someFile),
      { error: formatIssue },
    );
    for (const { path, message } of result.error?.issues ?? []) {
      issues.push({ code: "custom", input: value, path, message: message.replace("file_id", "file") });
    }
  });
export type VideoMatter = z.output<typeof VideoMatter>;

/** Converts file paths to the references that the API expects. */
export function withFiles<Id>({ file, captions, ...others }: VideoMatter, idOf: (path: string) => Id) {
  return {
    ...others,
    ...(file !== undefined && { fileId: idOf(file) }),
    captions: captions.map(({ lang, file: path }) => ({ lang, fileId: idOf(path) })),
  };
}

const someFile = formatId("file", "00000000-0000-7000-8000-000000000000");

/*
 * Front matter of course files, named as in the operator API. Absent fields have default values. The order of the
 * fields here is the order in which they are written.
 */

const { shape: course } = Course;

/** Front matter of `course.md`. */
export const CourseMatter = z.object({
  name: course.name,
  /** Defaults to the folder name. */
  slug: course.slug.optional(),
  subtitle: course.subtitle.default(null),
  status: z.enum(courseStatuses).default("draft"),
  visibility: course.visibility.default("public"),
  courseType: course.courseType.default("free"),
  /** Defaults to the language of the site. */
  language: course.language.optional(),
  level: course.level.default(null),
  categories: z.array(Slug).max(50).transform(sorted).default([]),
  tags: course.tags.default([]),
  lecturers: z.array(Slug).max(50).default([]),
  cover: FilePath.nullable().default(null),
  outcomes: course.outcomes.default([]),
  requirements: course.requirements.default([]),
  audience: course.audience.default([]),
  access: course.access.default({ kind: "lifetime" }),
  drip: course.drip.default({ mode: "none" }),
  completion: course.completion.default({ requiredPercent: 100, requireQuizzes: false, requireAssignments: false }),
  commentsEnabled: course.commentsEnabled.default(true),
  position: course.position.default(0),
  availableFrom: course.availableFrom.default(null),
  availableUntil: course.availableUntil.default(null),
  seo: course.seo.default({}),
  externalId: course.externalId.default(null),
  metadata: course.metadata.default({}),
});
export type CourseMatter = z.output<typeof CourseMatter>;

function sorted(slugs: string[]): string[] {
  return [...new Set(slugs)].sort();
}

const { shape: section } = Section;

/** Front matter of `section.md`. */
export const SectionMatter = z.object({
  title: section.title,
  summary: section.summary.default(null),
  status: section.status.default("published"),
  drip: section.drip.default(null),
  externalId: section.externalId.default(null),
  metadata: section.metadata.default({}),
});
export type SectionMatter = z.output<typeof SectionMatter>;

const { shape: attachment } = Attachment;

export const AttachmentMatter = z
  .object({
    kind: attachment.kind,
    title: attachment.title,
    file: FilePath.nullable().default(null),
    externalUrl: attachment.externalUrl.default(null),
    text: attachment.text.default(null),
    downloadable: attachment.downloadable.default(true),
    externalId: attachment.externalId.default(null),
    metadata: attachment.metadata.default({}),
  })
  .check(({ value, issues }) => {
    const { file, ...others } = value;
    const problem = sourceProblem({ ...others, fileId: file });
    if (!problem) return;
    const message = problem.detail.replace("file_id", "file");
    issues.push({ code: "custom", input: value, path: problem.field ? [problem.field] : [], message });
  });
export type AttachmentMatter = z.output<typeof AttachmentMatter>;

const { shape: lecture } = Lecture;
const serverSet = { object: true, lectureId: true, createdAt: true, updatedAt: true } as const;

/** Front matter of lecture files: every other file of a section. */
export const LectureMatter = z.object({
  title: lecture.title,
  kind: lecture.kind.default("text"),
  status: lecture.status.default("published"),
  isPreview: lecture.isPreview.default(false),
  required: lecture.required.default(true),
  durationSeconds: lecture.durationSeconds.default(null),
  video: VideoMatter.nullable().default(null),
  live: lecture.live.default(null),
  /** Default depends on the kind. */
  completionRule: lecture.completionRule.optional(),
  drip: lecture.drip.default(null),
  minRole: lecture.minRole.default(null),
  externalId: lecture.externalId.default(null),
  metadata: lecture.metadata.default({}),
  attachments: z.array(AttachmentMatter).max(maxAttachments).default([]),
  quiz: QuizContent.omit({ ...serverSet, version: true })
    .nullable()
    .default(null),
  assignment: AssignmentContent.omit({ ...serverSet, instructionsHtml: true })
    .nullable()
    .default(null),
});
export type LectureMatter = z.output<typeof LectureMatter>;
