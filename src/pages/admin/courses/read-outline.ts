import { getCourse } from "#domain/catalog/courses/list-courses.ts";
import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Outline } from "../../views/admin/courses/outline-parts.ts";
import { mayPerform } from "../parts/may-perform.ts";

/** Reads the sections and lectures of a course, with what its lectures lack. */
export async function readOutline(context: RequestContext, reference: string): Promise<Outline> {
  const course = await perform(getCourse, context, { course: reference });
  const tree = await perform(getCurriculum, context, { course: reference, include: ["findings"] });
  return {
    courseId: formatId("course", course.id),
    course: course.name,
    release: course.drip.mode,
    version: tree.version,
    mayWrite: mayPerform(context.caller, updateLecture),
    totals: tree.totals,
    sections: tree.sections.map((section) => ({
      ...section,
      id: formatId("section", section.id),
      lectures: section.lectures.map((lecture) => ({ ...lecture, id: formatId("lecture", lecture.id) })),
    })),
  };
}
