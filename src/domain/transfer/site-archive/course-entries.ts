import { loadDocument } from "#domain/transfer/course-json/load-document.ts";
import { listPlansOf } from "#domain/offers/course-plans/queries.ts";
import { listAttachmentsIn } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { listLectures, listSections } from "#domain/catalog/curriculum/queries.ts";
import { exportEach } from "#domain/transfer/whole-course/export-each.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Row } from "./archive-format.ts";

/** The IDs of a course and its parts, in order. A course document identifies them by position only. */
export interface CourseIds {
  course: string;
  plans: string[];
  sections: string[];
  lectures: string[];
  attachments: string[];
}

/** Calls `write` with each course: its document (see docs/reference/course-json.md), and the IDs in it. */
export const eachCourse = (context: RequestContext, write: (entry: Row) => Promise<void>): Promise<string[]> =>
  exportEach(context, "all", async (inside, course) => {
    const { promoVideoAttachmentId: promo } = course;
    await write({
      ids: await courseIds(inside, course.id),
      promo_video_attachment_id: promo === null ? null : formatId("attachment", promo),
      document: await loadDocument(inside, course),
    });
  });

export async function courseIds(context: Context, courseId: string): Promise<CourseIds> {
  const lectures = await listLectures(context, courseId);
  const attachments = Map.groupBy(
    await listAttachmentsIn(
      context,
      lectures.map(({ id }) => id),
    ),
    ({ lectureId }) => lectureId,
  );
  const sections = await listSections(context, courseId);
  const ofSection = Map.groupBy(lectures, ({ sectionId }) => sectionId);
  const inOrder = sections.flatMap(({ id }) => ofSection.get(id) ?? []);
  return {
    course: formatId("course", courseId),
    plans: (await listPlansOf(context, courseId)).map(({ id }) => formatId("coursePlan", id)),
    sections: sections.map(({ id }) => formatId("section", id)),
    lectures: inOrder.map(({ id }) => formatId("lecture", id)),
    attachments: inOrder.flatMap(({ id }) =>
      (attachments.get(id) ?? []).map((attachment) => formatId("attachment", attachment.id)),
    ),
  };
}
