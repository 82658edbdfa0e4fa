import { contentOf } from "#database/content/content-of.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { recountCourses } from "#domain/catalog/curriculum/tree/recount-courses.ts";
import { copyLectures } from "./copy-lectures.ts";

/** A section to copy, and the place of its copy. */
export interface SectionCopy {
  from: string;
  id: string;
  courseId: string;
  position: number;
  title?: string | undefined;
  status?: "draft" | "published" | undefined;
}

/** The copies of lectures and attachments, by the IDs of their originals. */
export interface Copies {
  lectureIds: readonly string[];
  attachments: ReadonlyMap<string, string>;
}

/** Copies sections with their lectures, without external IDs. */
export async function copySections(scope: SiteScope, sections: readonly SectionCopy[], now: Date): Promise<Copies> {
  const { db, site } = scope;
  const sources = sections.map(({ from }) => from);
  await db.run`
    insert into sections (site_id, id, course_id, title, summary, position, status, metadata, drip, created_at,
                          updated_at)
    select ${contentOf(site.id)}, copied.id, copied."courseId", coalesce(copied.title, sections.title), sections.summary,
           copied.position, coalesce(copied.status, sections.status), sections.metadata, sections.drip, ${now}, ${now}
      from ${table("sections").withIds(site.id, sources)}
      join jsonb_to_recordset(${JSON.stringify(sections)})
           as copied (id uuid, "from" uuid, "courseId" uuid, position integer, title text, status text)
        on copied."from" = sections.id`;
  await recountCourses(
    scope,
    "courses",
    sections.map(({ courseId }) => courseId),
  );
  const copyOf = new Map(sections.map((section) => [section.from, section]));
  const lectures = await db.many<{ id: string; sectionId: string; position: number }>`
    select lectures.id, lectures.section_id, lectures.position from lectures
     where lectures.site_id = ${site.id} and lectures.section_id = any(${sources}::uuid[])
       and lectures.deleted_at is null
     order by lectures.position, lectures.id`;
  const copies = lectures.flatMap(({ id: from, sectionId, position }) => {
    const section = copyOf.get(sectionId);
    return section ? [{ from, id: newId(), courseId: section.courseId, sectionId: section.id, position }] : [];
  });
  const attachments = await copyLectures(scope, copies, now);
  return { lectureIds: copies.map(({ id }) => id), attachments };
}

/** Copies all sections and lectures of a course into another one, which is empty. */
export async function copyCurriculum(
  scope: SiteScope,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<Copies> {
  const { db, site } = scope;
  const sections = await db.many<{ id: string; position: number }>`
    select sections.id, sections.position from sections
     where sections.site_id = ${site.id} and sections.course_id = ${from} and sections.deleted_at is null
     order by sections.position, sections.id`;
  return copySections(
    scope,
    sections.map(({ id, position }) => ({ from: id, id: newId(), courseId: to, position })),
    now,
  );
}

/** Replaces the promo video of a copied course by its copy. */
export async function copyPromoVideo({ db, site }: SiteScope, courseId: string, attachmentId: string): Promise<void> {
  await db.run`
    update courses set promo_video_attachment_id = ${attachmentId}
     where site_id = ${contentOf(site.id)} and id = ${courseId}`;
}
