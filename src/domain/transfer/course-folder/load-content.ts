import type { SiteScope } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { completionOf, type LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { listLectures, listSections } from "#domain/catalog/curriculum/queries.ts";
import { type Comes, slugsOf, loadLectureParts } from "#domain/transfer/whole-course/load-parts.ts";
import type { CourseContent, LectureContent } from "./course-content.ts";
import type { FileNames } from "./file-names.ts";
import { type AttachmentMatter, CourseMatter, LectureMatter, SectionMatter } from "./course-front-matter.ts";
import { partName } from "#domain/transfer/whole-course/part-name.ts";
import type * as z from "zod";

/** Loads a course as file content. `files` assigns the file names. */
export async function loadContent(scope: SiteScope, course: CourseRecord, files: FileNames): Promise<CourseContent> {
  const sections = await listSections(scope, course.id);
  const lectures = await listLectures(scope, course.id);
  const comes = await loadLectureParts(scope, lectures);
  const cover = course.coverFileId === null ? null : await files.pathOf(course.coverFileId);
  const slugs = await slugsOf(scope, course);
  const content: CourseContent = {
    matter: { ...pickFields(CourseMatter, course), slug: course.slug, cover, ...slugs },
    description: course.descriptionMarkdown,
    sections: [],
  };
  for (const [index, section] of sections.entries()) {
    const inside = lectures.filter(({ sectionId }) => sectionId === section.id);
    const named: LectureContent[] = [];
    for (const [lectureIndex, lecture] of inside.entries()) {
      const matter = await matterOf(lecture, comes, files);
      named.push({ name: partName(lecture.title, lectureIndex, inside.length), matter, body: lecture.bodyMarkdown });
    }
    content.sections.push({
      name: partName(section.title, index, sections.length),
      matter: pickFields(SectionMatter, section),
      lectures: named,
    });
  }
  return content;
}

async function matterOf(lecture: LectureRecord, comes: Comes, files: FileNames): Promise<LectureMatter> {
  const { id, kind, completionRule, video } = lecture;
  const attachments: AttachmentMatter[] = [];
  for (const { fileId, ...attachment } of comes.attachments.get(id) ?? []) {
    const { title, externalUrl, text, downloadable, externalId, metadata } = attachment;
    const file = fileId === null ? null : await files.pathOf(fileId);
    attachments.push({ kind: attachment.kind, title, file, externalUrl, text, downloadable, externalId, metadata });
  }
  const isUsual = JSON.stringify(completionRule) === JSON.stringify(completionOf({ kind, video }));
  return {
    ...pickFields(LectureMatter, lecture),
    completionRule: isUsual ? undefined : completionRule,
    video: video && (await videoOf(video, files)),
    attachments,
    quiz: (comes.quizzes.get(id) ?? null) as LectureMatter["quiz"],
    assignment: (comes.assignments.get(id) ?? null) as LectureMatter["assignment"],
  };
}

async function videoOf({ fileId, captions, ...others }: NonNullable<LectureRecord["video"]>, files: FileNames) {
  const named = [];
  for (const caption of captions) named.push({ lang: caption.lang, file: await files.pathOf(caption.fileId) });
  return { ...others, ...(fileId !== undefined && { file: await files.pathOf(fileId) }), captions: named };
}

/** Returns the fields of a record that are part of a schema. */
const pickFields = <Schema extends z.ZodObject>(schema: Schema, record: object): z.output<Schema> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The fields of a course folder have the names and types of the record.
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(schema.shape, name))) as z.output<Schema>;
