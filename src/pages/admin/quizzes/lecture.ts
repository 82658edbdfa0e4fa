import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { getLecture } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { QuizLecture } from "../../views/admin/quizzes/quiz-lecture.ts";
import { addressOfResource } from "../derived/resources.ts";
import { readPlace } from "../lectures/read-place.ts";
import { hrefOf } from "../parts/href-of.ts";

/** Returns the lecture of a quiz with its course. Throws `not_found` unless the caller may see it. */
export async function quizLectureOf(context: RequestContext, id: string): Promise<QuizLecture> {
  const { title, courseId, status } = await perform(getLecture, context, { id });
  const { data } = await perform(listCourses, context, { ids: [formatId("course", courseId)] });
  const href = hrefOf(context, "course", courseId);
  const [course] = data;
  return {
    id,
    title,
    isDraft: status === "draft",
    href: addressOfResource(context.caller, "lecture", id) ?? `/admin/lectures/${encodeURIComponent(id)}`,
    place: await readPlace(context, id),
    course: href !== undefined && course ? [href, course.name] : undefined,
  };
}
