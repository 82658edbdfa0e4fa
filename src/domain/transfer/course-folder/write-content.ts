import type { CourseContent } from "./course-content.ts";
import { writeMatter } from "#domain/platform/input/front-matter.ts";
import { CourseMatter, LectureMatter, SectionMatter } from "./course-front-matter.ts";
import { withoutPartIds } from "#domain/transfer/whole-course/part-name.ts";

/** Serializes a course to text files, keyed by path in the course folder, in order. */
export function writeContent({ matter, description, sections }: CourseContent): Map<string, string> {
  const files = new Map([["course.md", writeMatter(CourseMatter, matter, description === "" ? null : description)]]);
  for (const section of sections) {
    files.set(`${section.name}/section.md`, writeMatter(SectionMatter, section.matter, null));
    for (const { name, matter: lecture, body } of section.lectures) {
      const quiz = lecture.quiz && withoutPartIds(lecture.quiz);
      files.set(`${section.name}/${name}.md`, writeMatter(LectureMatter, { ...lecture, quiz }, body));
    }
  }
  return files;
}
