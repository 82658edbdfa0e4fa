import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { changedContent } from "#domain/platform/time/content-time.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";

export const findCurriculumVersion = async ({ db, site }: SiteScope, courseId: string): Promise<number> =>
  (
    await db.one<{ version: number }>`
    select curriculum_version as version from courses where site_id = ${site.id} and id = ${courseId}`
  ).version;

/** Locks the curriculum of a course until the transaction ends. Returns its version. */
export const lockCurriculum = async ({ db, site }: SiteScope, courseId: string): Promise<number | undefined> =>
  (
    await db.first<{ version: number }>`
      select curriculum_version as version from courses
       where site_id = ${site.id} and id = ${courseId} and ${table("courses").present} for no key update`
  )?.version;

/** Locks the curricula of several lectures and sections, in order of course ID. */
export async function lockCurricula(
  { db, site }: SiteScope,
  { lectureIds, sectionIds }: { lectureIds: readonly string[]; sectionIds: readonly string[] },
): Promise<void> {
  await db.run`
    select courses.id
      from ${table("courses").withIds(
        site.id,
        sql`select lectures.course_id from ${table("lectures").withIds(site.id, lectureIds)}
             union all
            select sections.course_id from ${table("sections").withIds(site.id, sectionIds)}`,
      )}
     order by courses.id for no key update of courses`;
}

/** Increments the curriculum version and recomputes the course totals. Must follow every curriculum change. */
export async function raiseCurriculum(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  courseId: string,
): Promise<number> {
  const raised = await db.write.one<{ version: number }>`
    update courses
       set curriculum_version = curriculum_version + 1, updated_at = ${now}, ${changedContent},
           -- The promo video may have been deleted.
           promo_video_attachment_id =
             (select attachments.id from attachments
                join lectures on lectures.site_id = attachments.site_id and lectures.id = attachments.lecture_id
                 and lectures.course_id = ${courseId} and ${table("lectures").present}
               where attachments.site_id = ${site.id} and attachments.id = courses.promo_video_attachment_id
                 and attachments.kind = 'video' and ${table("attachments").present}),
           (lecture_count, duration_seconds) =
             (select count(*), coalesce(sum(lectures.duration_seconds), 0) from lectures
               where lectures.site_id = ${site.id} and lectures.course_id = ${courseId}
                 and lectures.deleted_at is null)
     where courses.site_id = ${contentOf(site.id)} and courses.id = ${courseId}
    returning courses.curriculum_version as version`;
  return raised.version;
}
