import type * as z from "zod";
import { publishCourse } from "#domain/catalog/courses/course-states.ts";
import type { getCourse } from "#domain/catalog/courses/list-courses.ts";
import { updateCourse } from "#domain/catalog/courses/save-course.ts";
import { bulkLectures } from "#domain/catalog/curriculum/lectures/bulk-lectures.ts";
import { getCourseChecklist } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { ChecklistView } from "../../views/admin/courses/checklist.ts";
import { findPage } from "../derived/addresses.ts";
import { mayOpenPage } from "../derived/resources.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { hrefOf as lectureHref } from "../parts/href-of.ts";
import { outlineAddress } from "./addresses.ts";

type Course = z.output<typeof getCourse.output>;

/** Reads what a course needs before it is published, each with the place where it is done. */
export async function readChecklist(context: RequestContext, course: Course): Promise<ChecklistView> {
  const id = formatId("course", course.id);
  const { checks, ...checklist } = await perform(getCourseChecklist, context, { course: id });
  const isDraft = course.status === "draft";
  const mayPublish = isDraft && checklist.publishable && mayPerform(context.caller, publishCourse);
  return {
    ...checklist,
    isPublished: !isDraft,
    checks: checks.map((one) => ({
      ...one,
      lectures: one.lectures.map(({ id: lecture, title }) => ({
        href: lectureHref(context, "lecture", lecture),
        title,
      })),
      href: hrefOfCheck(context, id, one.check),
    })),
    publishingLectures: mayPerform(context.caller, bulkLectures) ? `/admin/courses/${id}/publish_lectures` : undefined,
    publishing: mayPublish ? `/admin/courses/${id}/publish` : undefined,
  };
}

type Check = ChecklistView["checks"][number]["check"];

/** Fields of the form of a course, by the check. */
const fields: Partial<Record<Check, string>> = {
  cover: "cover_file_id",
  description: "description_markdown",
  outcomes: "outcomes",
  lecturer: "lecturer_ids",
  availability: "available_until",
};

/** Returns undefined for a place that the person may not open. */
export function hrefOfCheck({ caller }: RequestContext, id: string, check: Check): string | undefined {
  if (check === "contrast") return hrefIfOpen(caller, "/appearance/edit");
  if (check === "price") return hrefIfOpen(caller, `/courses/${id}/plans/new`);
  const field = fields[check];
  if (field === undefined) return outlineAddress(id);
  return mayPerform(caller, updateCourse) ? `/admin/courses/${id}/edit#${field}` : undefined;
}

function hrefIfOpen(caller: RequestContext["caller"], path: string): string | undefined {
  const page = findPage(path);
  return page && mayOpenPage(caller, page) ? `/admin${path}` : undefined;
}
