import { assignments, rows, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import type { Lecture, NewLecture, NewSection, Section } from "./curriculum.ts";

const sectionColumns = sql`id, course_id, title, summary, position, status, external_id, metadata`;
const lectureColumns = sql`
  id, course_id, section_id, title, position, kind, status, is_preview, required, body_markdown, duration_seconds,
  external_id, metadata`;

/** In their order, drafts included. */
export function listSections({ db, site }: SiteScope, courseId: string) {
  return db.many<Section>`
    select ${sectionColumns} from sections
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
     order by position, id`;
}

/** Of every section of the course, in the order of their section each, drafts included. */
export function listLectures({ db, site }: SiteScope, courseId: string) {
  return db.many<Lecture>`
    select ${lectureColumns} from lectures
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
     order by position, id`;
}

export async function insertSection({ db, site }: SiteScope, section: NewSection, now: Date): Promise<void> {
  await db.run`insert into sections ${rows({ siteId: site.id, ...section, createdAt: now, updatedAt: now })}`;
}

export async function insertLecture({ db, site }: SiteScope, lecture: NewLecture, now: Date): Promise<void> {
  await db.run`insert into lectures ${rows({ siteId: site.id, ...lecture, createdAt: now, updatedAt: now })}`;
}

/** Deleted ones too: an import brings them back instead of making them twice. */
export function listImportedSections({ db, site }: SiteScope, courseId: string) {
  return db.many<Section & { externalId: string; deletedAt: Date | null }>`
    select ${sectionColumns}, deleted_at from sections
     where site_id = ${site.id} and course_id = ${courseId} and external_id is not null`;
}

export function listImportedLectures({ db, site }: SiteScope, courseId: string) {
  return db.many<Lecture & { externalId: string; deletedAt: Date | null }>`
    select ${lectureColumns}, deleted_at from lectures
     where site_id = ${site.id} and course_id = ${courseId} and external_id is not null`;
}

export async function updateSection(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Section> & { deletedAt?: Date | null },
  now: Date,
): Promise<void> {
  await db.run`
    update sections set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

export async function updateLecture(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Lecture> & { deletedAt?: Date | null },
  now: Date,
): Promise<void> {
  await db.run`
    update lectures set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** Many at once; those that the site has, by id or external id, stay as they are. Says how many were new. */
export function insertMissingSections(
  { db, site }: SiteScope,
  sections: readonly Pick<Section, "id" | "courseId" | "title" | "position" | "externalId">[],
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
    Lecture,
    "id" | "courseId" | "sectionId" | "title" | "position" | "kind" | "required" | "externalId" | "metadata"
  >[],
  now: Date,
): Promise<number> {
  return db.run`
    insert into lectures (site_id, id, course_id, section_id, title, position, kind, required, external_id, metadata,
                          created_at, updated_at)
    select ${site.id}, id, "courseId", "sectionId", title, position, kind, required, "externalId", metadata, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(lectures)})
           as new (id uuid, "courseId" uuid, "sectionId" uuid, title text, position integer, kind text,
                   required boolean, "externalId" text, metadata jsonb)
    on conflict do nothing`;
}
