import type { SiteScope } from "#domain/context.ts";
import { searchTermsFor } from "#domain/search/search-terms.ts";
import { completionOf, type LectureRecord } from "./lecture.ts";
import { lectureColumns, sectionColumns } from "./queries.ts";
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

/** Many at once; those that the site has, by id or external id, stay as they are. Says how many were new. */
export function insertMissingLectures(
  { db, site }: SiteScope,
  lectures: readonly Pick<
    LectureRecord,
    "id" | "courseId" | "sectionId" | "title" | "position" | "kind" | "required" | "externalId" | "metadata"
  >[],
  now: Date,
): Promise<number> {
  const complete = lectures.map((lecture) => ({
    ...lecture,
    completionRule: completionOf(lecture.kind),
    searchTerms: searchTermsFor(site, [lecture.title]),
  }));
  return db.run`
    insert into lectures (site_id, id, course_id, section_id, title, position, kind, required, external_id, metadata,
                          completion_rule, search_terms, created_at, updated_at)
    select ${site.id}, id, "courseId", "sectionId", title, position, kind, required, "externalId", metadata,
           "completionRule", "searchTerms", ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(complete)})
           as new (id uuid, "courseId" uuid, "sectionId" uuid, title text, position integer, kind text,
                   required boolean, "externalId" text, metadata jsonb, "completionRule" jsonb, "searchTerms" text[])
    on conflict do nothing`;
}
