import type * as z from "zod";
import { getCourse } from "#domain/catalog/courses/list-courses.ts";
import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Outline } from "../../views/admin/courses/outline-parts.ts";
import type { CourseWay } from "../../views/admin/courses/way-to-publication.ts";
import { hrefOf } from "../parts/href-of.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { outlineAddress } from "./addresses.ts";
import { readWay } from "./read-way.ts";

/** Reads the sections and lectures of a course, with what its lectures lack. */
export async function readOutline(context: RequestContext, reference: string): Promise<Outline> {
  const course = await perform(getCourse, context, { course: reference });
  const tree = await perform(getCurriculum, context, { course: reference, include: ["findings"] });
  const courseId = formatId("course", course.id);
  return {
    courseId,
    course: course.name,
    release: course.drip.mode,
    version: tree.version,
    mayWrite: mayPerform(context.caller, updateLecture),
    way: wayHere(context, tree, await readWay(context, courseId), outlineAddress(courseId)),
    totals: tree.totals,
    sections: tree.sections.map((section) => ({
      ...section,
      id: formatId("section", section.id),
      lectures: section.lectures.map((lecture) => ({ ...lecture, id: formatId("lecture", lecture.id) })),
    })),
  };
}

/** A step that leads to the outline leads on from there to the first lecture that is a draft. */
function wayHere(
  context: RequestContext,
  { sections }: z.output<typeof getCurriculum.output>,
  way: CourseWay,
  here: string,
): CourseWay {
  const draft = sections.flatMap(({ lectures }) => lectures).find(({ status }) => status === "draft");
  if (way.step?.href !== here || !draft) return way;
  return { ...way, step: { ...way.step, href: hrefOf(context, "lecture", draft.id) } };
}
