import type { SiteScope } from "#domain/context.ts";
import type { LectureRecord, NewLecture } from "./lecture.ts";
import { insertLectures, lectureColumns, sectionColumns } from "./queries.ts";
import type { SectionRecord } from "./section.ts";

type Imported<Part> = Part & { externalId: string; deletedAt: Date | null };

/** Deleted ones too: an import brings them back instead of making them twice. */
export const listImportedSections = ({ db, site }: SiteScope, courseId: string) =>
  db.many<Imported<SectionRecord>>`
    select ${sectionColumns}, sections.deleted_at from sections
     where site_id = ${site.id} and course_id = ${courseId} and external_id is not null`;

export const listImportedLectures = ({ db, site }: SiteScope, courseId: string) =>
  db.many<Imported<LectureRecord>>`
    select ${lectureColumns}, lectures.deleted_at from lectures
     where site_id = ${site.id} and course_id = ${courseId} and external_id is not null`;

/** Many at once; those that the site has, by id or external id, stay as they are. Says how many were new. */
export function insertMissingSections(
  { db, site }: SiteScope,
  sections: readonly Pick<SectionRecord, "id" | "courseId" | "title" | "position" | "externalId">[],
  now: Date,
): Promise<number> {
  return db.run`
    insert into sections (site_id, id, course_id, title, position, external_id, created_at, updated_at)
    select ${site.id}, id, "courseId", title, position, "externalId", ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(sections)})
           as new (id uuid, "courseId" uuid, title text, position integer, "externalId" text)
    on conflict do nothing`;
}

/** The same for lectures. */
export const insertMissingLectures = (scope: SiteScope, lectures: readonly NewLecture[], now: Date): Promise<number> =>
  insertLectures(scope, lectures, now, { keep: true });
