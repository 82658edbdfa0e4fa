import type { Context } from "#domain/platform/context.ts";
import { requireContent } from "#domain/catalog/curriculum/lectures/require-content.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { CourseRecord } from "./course.ts";
import { countForPublishing } from "./queries.ts";

/** Throws unless the course has a published lecture, none of them is empty and, if paid, the course has an active plan. */
export async function requirePublishable(context: Context, course: CourseRecord): Promise<void> {
  const { lectures, plans } = await countForPublishing(context, course.id);
  const errors = [
    ...(lectures
      ? []
      : [{ pointer: "/lectureCount", code: "no_lecture", detail: "Publish at least one lecture of the course." }]),
    ...(course.courseType === "paid" && !plans
      ? [{ pointer: "/courseType", code: "no_plan", detail: "A paid course needs an active plan with a price." }]
      : []),
  ];
  if (errors.length > 0) throw new Problem("not_publishable", errors.map(({ detail }) => detail).join(" "), { errors });
  if (!context.restoresArchive) await requireContent(context, course.id);
}
