import { publishCourse } from "#domain/catalog/courses/course-states.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { CourseWay } from "../../views/admin/courses/way-to-publication.ts";
import { hrefOf as lectureHref } from "../parts/href-of.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { outlineAddress } from "./addresses.ts";
import { hrefOfCheck } from "./read-checklist.ts";

/** Reads the status of a course and, for a draft, the next step to its publication. */
export async function readWay(context: RequestContext, reference: string): Promise<CourseWay> {
  const { findWayToPublication } = await adminOperations.lectures();
  const { courseId, status, missing, unfinished } = await perform(findWayToPublication, context, { course: reference });
  const id = formatId("course", courseId);
  const [first] = missing;
  if (status !== "draft") return { status, step: undefined };
  if (!first) {
    const publishing = mayPerform(context.caller, publishCourse) ? `/admin/courses/${id}#checklist` : undefined;
    if (!unfinished) return { status, step: { name: "publish", href: publishing } };
    const { kind, title } = unfinished;
    const href =
      kind === "section"
        ? `${outlineAddress(id)}#${formatId("section", unfinished.id)}`
        : lectureHref(context, "lecture", unfinished.id);
    return { status, step: { name: kind, title, href }, publishing };
  }
  const [lecture] = first.lectures;
  return {
    status,
    step: {
      name: first.check,
      href: lecture ? lectureHref(context, "lecture", lecture.id) : hrefOfCheck(context, id, first.check),
    },
  };
}
