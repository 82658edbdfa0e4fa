import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { getAttachment } from "#domain/catalog/curriculum/attachments/list-attachments.ts";
import { getLecture } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { mayPerform } from "../parts/may-perform.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import { quizLectureOf } from "../quizzes/lecture.ts";
import type { FoundPage } from "./addresses.ts";

/** The editor of a lecture, the page of its course, and the name of the part. */
interface PlaceInLecture {
  address: string;
  back: string;
  above: readonly [href: string, name: string] | undefined;
  name: string;
}

/**
 * Finds the place of a page about a part of a lecture: its quiz, its assignment, its attachments. The editor of the
 * lecture is above them, because it shows them.
 */
export async function placeInLecture(
  { context }: AdminPageRequest,
  page: FoundPage,
): Promise<PlaceInLecture | undefined> {
  if (![getLecture, listCourses].every((operation) => mayPerform(context.caller, operation))) return undefined;
  const attachment = isAttachment(page) ? await perform(getAttachment, context, { id: firstOf(page) }) : undefined;
  if (!attachment && !isPart(page)) return undefined;
  const { title, href, course } = await quizLectureOf(
    context,
    attachment ? formatId("lecture", attachment.lectureId) : firstOf(page),
  );
  return { address: href, back: title, above: course, name: attachment?.title ?? title };
}

const isAttachment = ({ route }: FoundPage): boolean => /^\/attachments\/:\w+(?:$|\/)/.test(route.path);

/** True for a part that the editor shows. A list below `:lecture` has a page of its own. */
export const isPart = ({ route }: Pick<FoundPage, "route">): boolean =>
  /^\/lectures\/:(?!lecture\/)\w+\/[a-z]/.test(route.path);

const firstOf = ({ params }: FoundPage): string => Object.values(params)[0] ?? "";
