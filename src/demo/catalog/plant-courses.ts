import { createCourseCategory } from "#domain/catalog/course-categories/operations.ts";
import { CourseDocument } from "#domain/transfer/course-json/course-document.ts";
import { saveDocument } from "#domain/transfer/course-json/save-document.ts";
import { createLecturer } from "#domain/catalog/lecturers/save-lecturer.ts";
import { withTextsOf } from "#domain/platform/texts/render-input.ts";
import { changeCertificatesOfCourse } from "#domain/learning/certificates/of-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { DemoCourse, DemoSite } from "../content/read-school.ts";
import { daysFrom, type Planting, run } from "../planting.ts";
import { keyOfCourseFile } from "./draft-files.ts";
import { withFiles } from "#domain/transfer/course-folder/course-front-matter.ts";

/** Members of the team by email address. */
export type Team = ReadonlyMap<string, string>;

export async function plantLecturers(planting: Planting, { lecturers }: DemoSite, team: Team) {
  for (const [position, { email, ...lecturer }] of lecturers.entries()) {
    const pictureFileId = mustGet(planting.files, `lecturers/${lecturer.slug}.svg`);
    const memberId = email === undefined ? undefined : team.get(email);
    const fields = { ...lecturer, position, pictureFileId };
    const account = memberId === undefined ? {} : { memberId: formatId("member", memberId) };
    await run(planting, createLecturer, { ...fields, ...account }, daysFrom(planting.context.now, -199));
  }
}

export async function plantCategories(planting: Planting, { categories }: DemoSite) {
  for (const [position, { slug, name }] of categories.courses.entries()) {
    await run(planting, createCourseCategory, { slug, name, position }, daysFrom(planting.context.now, -199));
  }
}

/** Creates the courses, the first ones long ago. `isSmall`: without files, categories and lecturers. */
export async function plantCourses(
  planting: Planting,
  { courses }: DemoSite,
  { isSmall }: { isSmall: boolean },
): Promise<void> {
  for (const [position, course] of courses.entries()) {
    const document = CourseDocument.parse(documentOf(planting, isSmall ? withoutFiles(course) : course, position));
    const now = daysFrom(planting.context.now, -195 + position * 6);
    const context = await withTextsOf({ ...planting.context, now }, CourseDocument, document);
    await saveDocument(context, document, ({ detail }) => {
      throw new Error(`The demo course ${course.slug} is wrong: ${detail}`);
    });
    const { db, site } = context;
    const { id } = await db.one<{ id: string }>`
      select id from courses where site_id = ${site.id} and slug = ${course.slug}`;
    await run(planting, changeCertificatesOfCourse, { id: formatId("course", id), months: 0 }, now);
  }
}

/** Converts a course folder and what the school decides about it to a document of the course. */
function documentOf({ files }: Planting, { slug, plans, content }: DemoCourse, position: number) {
  const { cover, ...fields } = content.matter;
  const idOf = (file: string) => mustGet(files, keyOfCourseFile(slug, file));
  return {
    ...fields,
    position,
    descriptionMarkdown: content.description,
    coverFileId: cover && idOf(cover),
    plans: plans.map((plan, at) => ({ ...plan, position: at })),
    sections: content.sections.map(({ matter: section, lectures }) => ({
      ...section,
      lectures: lectures.map(({ matter: { video, quiz, assignment, attachments, ...lecture }, body }) => ({
        ...lecture,
        bodyMarkdown: body,
        ...(video && { video: withFiles(video, idOf) }),
        // Without a field, no statement looks for what it replaces.
        ...(quiz && { quiz }),
        ...(assignment && { assignment }),
        ...(attachments.length > 0 && { attachments }),
      })),
    })),
  };
}

/** The small demo has no files: lectures with sound or video become texts. */
const withoutFiles = ({ content: { matter, sections, ...content }, ...course }: DemoCourse): DemoCourse => ({
  ...course,
  content: {
    ...content,
    matter: { ...matter, cover: null, categories: [], lecturers: [] },
    sections: sections.map((section) => ({
      ...section,
      lectures: section.lectures.map((lecture) =>
        lecture.matter.video
          ? { ...lecture, matter: { ...lecture.matter, kind: "text", video: null, completionRule: undefined } }
          : lecture,
      ),
    })),
  },
});
