import { assignments, rows, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import type { Course, NewCourse } from "./course.ts";

const columns = sql`
  id, slug, name, subtitle, description_markdown, status, visibility, course_type, language, level, tags, position,
  published_at, external_id, metadata, version, created_at, updated_at`;

export function findCourseBySlug({ db, site }: SiteScope, slug: string) {
  return db.first<Course>`
    select ${columns} from courses
     where site_id = ${site.id} and slug = ${slug} and deleted_at is null`;
}

/** Deleted courses too: an import brings them back instead of making them twice. */
export function findCourseByExternalId({ db, site }: SiteScope, externalId: string) {
  return db.first<Course & { externalId: string; deletedAt: Date | null }>`
    select ${columns}, deleted_at from courses
     where site_id = ${site.id} and external_id = ${externalId}`;
}

/** False where the site has a course of this slug, id or external id already. */
export async function insertCourse({ db, site }: SiteScope, course: NewCourse, now: Date): Promise<boolean> {
  const inserted = await db.run`
    insert into courses ${rows({ siteId: site.id, ...course, createdAt: now, updatedAt: now })}
    on conflict do nothing`;
  return inserted === 1;
}

export async function updateCourse(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Omit<Course, "id" | "version">> & { deletedAt?: null },
  now: Date,
): Promise<void> {
  await db.run`
    update courses set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}
