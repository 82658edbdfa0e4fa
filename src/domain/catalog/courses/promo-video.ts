import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";

/**
 * Throws unless the promo video is a video attachment of one of the course's lectures. Locks the attachment; deleting
 * it later removes it from the course (`raiseCurriculum`).
 */
export async function requirePromoVideo(
  { db, site }: Context,
  id: string | null | undefined,
  courseId: string | undefined,
): Promise<void> {
  if (!id) return;
  const video =
    courseId === undefined
      ? undefined
      : await db.first`
          select attachments.id from attachments
            join lectures on lectures.site_id = attachments.site_id and lectures.id = attachments.lecture_id
             and lectures.course_id = ${courseId} and ${table("lectures").present}
           where attachments.site_id = ${site.id} and attachments.id = ${id} and attachments.kind = 'video'
             and ${table("attachments").present}
             for key share of attachments`;
  if (video) return;
  const detail = `The attachment ${formatId("attachment", id)} is not a video of a lecture of this course.`;
  throw validationFailed("/promoVideoAttachmentId", "not_found", detail);
}
