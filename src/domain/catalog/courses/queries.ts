import { contentIn, contentOf } from "#database/content/content-of.ts";
import { timestamps } from "#database/statements/timestamps.ts";
import { assignments, rows, type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { CourseRecord, CourseRow, ListedCourse, NewCourse } from "./course.ts";
import { recountCourses } from "#domain/catalog/curriculum/tree/recount-courses.ts";

export const summaryColumns = sql`
  courses.id, courses.slug, courses.name, courses.subtitle, courses.status, courses.visibility, courses.course_type,
  courses.language, courses.level, courses.tags, courses.position, courses.cover_file_id,
  courses.outcomes, courses.requirements, courses.audience, courses.access, courses.drip, courses.completion, courses.comments_enabled,
  courses.seo, courses.duration_seconds, courses.lecture_count, courses.enrollment_count, courses.rating_sum,
  courses.rating_count, courses.external_id, courses.metadata, courses.version, courses.category_ids,
  courses.lecturer_ids,
  ${timestamps("courses", "available_from", "available_until", "published_at", "created_at", "updated_at")}`;

export const columns = sql`
  ${summaryColumns}, courses.promo_video_attachment_id, courses.description_markdown, courses.description_html,
  courses.deleted_at`;

export const { findByReference: findCourse } = defineTable<CourseRecord>("courses", { columns });

export const findCourseBySlug = (scope: SiteScope, slug: string) => findCourse(scope, { slug });

/** Returns the existing courses with these IDs that match `confine`. */
export const listCoursesById = ({ db, site }: SiteScope, ids: readonly string[], confine: Sql | undefined) =>
  db.many<ListedCourse>`
    select ${summaryColumns} from ${table("courses").withIds(site.id, ids)}
     where courses.deleted_at is null
       and ${confine ?? sql`true`}`;

/** Finds a course by ID or slug, including deleted ones, and locks it against changes until the transaction ends. */
export const lockCourse = (scope: SiteScope, reference: Reference) =>
  findLocked(scope, reference, sql`for no key update`);

/** Like `lockCourse`, but also blocks new enrollments (`for update`). For deletion. */
export const lockCourseToDelete = (scope: SiteScope, reference: Reference) =>
  findLocked(scope, reference, sql`for update`);

/** Locks several courses in ID order. */
export const lockCourses = (scope: SiteScope, references: readonly Reference[]) =>
  findManyLocked(scope, references, sql`for no key update`);
export const lockCoursesToDelete = (scope: SiteScope, references: readonly Reference[]) =>
  findManyLocked(scope, references, sql`for update`);

async function findManyLocked({ db, site }: SiteScope, references: readonly Reference[], lock: Sql): Promise<void> {
  const ids = references.flatMap((reference) => ("id" in reference ? reference.id : []));
  const slugs = references.flatMap((reference) => ("slug" in reference ? reference.slug : []));
  await db.run`
    select courses.id
      from ${table("courses").withIds(
        site.id,
        sql`select unnest(${ids}::uuid[])
             union all
            select named.id from unnest(${slugs}::text[]) as requested_slug
             cross join lateral (
               select courses.id, courses.slug from courses
                where courses.site_id = ${site.id} and courses.slug >= requested_slug and courses.deleted_at is null
                order by courses.slug limit 1) as named
             where named.slug = requested_slug`,
      )}
     order by courses.id ${lock} of courses`;
}

/** Reads all columns with the lock: none of them comes from another table, whose rows could be older than the course. */
function findLocked({ db, site }: SiteScope, reference: Reference, lock: Sql): Promise<CourseRecord | undefined> {
  const which = table("courses").hasReference(reference, { orDeleted: true });
  return db.first<CourseRecord>`select ${columns} from courses where site_id = ${site.id} and ${which} ${lock}`;
}

/** Includes deleted courses, so that an import restores them instead of creating duplicates. */
export function findCourseByExternalId({ db, site }: SiteScope, externalId: string) {
  return db.first<CourseRecord & { externalId: string }>`
    select ${columns} from courses
     where site_id = ${site.id} and external_id = ${externalId}`;
}

/** Returns the existing courses with these external IDs. */
export const listCoursesByExternalId = ({ db, site }: SiteScope, externalIds: readonly string[]) =>
  db.many<{ id: string }>`
    select courses.id
      from ${table("courses").withTexts(site.id, "external_id", externalIds)}
     where courses.deleted_at is null`;

/** Returns false if the slug, ID or external ID is already taken. */
export async function insertCourse(scope: SiteScope, course: NewCourse, now: Date): Promise<boolean> {
  const { db, site } = scope;
  const descriptionHtml = await descriptionOf(scope, course.descriptionMarkdown);
  const searchTerms = searchTermsOfCourse(site, course);
  const row = {
    siteId: contentOf(site.id),
    ...stored(course),
    descriptionHtml,
    searchTerms,
    createdAt: now,
    updatedAt: now,
  };
  const inserted = await db.run`insert into courses ${rows(row)} on conflict do nothing`;
  return inserted === 1;
}

type Changes = Partial<Omit<CourseRow, "id" | "version">> & { deletedAt?: Date | null };

/** The course must be locked. */
export async function updateCourse(
  scope: SiteScope,
  existing: Pick<CourseRow, "id" | Searched>,
  changes: Changes,
  now: Date,
): Promise<void> {
  const { db, site } = scope;
  const { descriptionMarkdown: written } = changes;
  const html = written === undefined ? {} : { descriptionHtml: await descriptionOf(scope, written) };
  const isSearched = indexedFields.some((field) => field in changes);
  const terms = isSearched ? { searchTerms: searchTermsOfCourse(site, { ...existing, ...changes }) } : {};
  const changed = { ...stored(changes), ...html, ...terms, updatedAt: now };
  await db.run`
    update courses set ${assignments(changed)}, version = version + 1
     where site_id = ${contentIn("courses", site.id, changed)} and id = ${existing.id}`;
  if ("completion" in changes || "deletedAt" in changes) await recountCourses(scope, "courses", [existing.id]);
}

/** Copies the settings of certificates, which are no fields of a course. */
export async function copyCertificates({ db, site }: SiteScope, from: string, to: string): Promise<void> {
  await db.run`
    update courses
       set (certificate_template_id, certificate_months) =
             (select original.certificate_template_id, original.certificate_months from courses original
               where original.site_id = ${site.id} and original.id = ${from})
     where site_id = ${contentOf(site.id)} and id = ${to}`;
}

/** Makes a course paid that was not read. */
export async function updateCourseToPaid({ db, site }: SiteScope, id: string, now: Date): Promise<void> {
  await db.run`
    update courses set course_type = 'paid', updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and id = ${id}`;
}

/** Lists without a table of their own are stored as JSON. */
const stored = <Fields extends Partial<CourseRow>>(fields: Fields) => {
  const lists = (["outcomes", "requirements", "audience"] as const).flatMap((name) =>
    fields[name] ? [[name, JSON.stringify(fields[name])] as const] : [],
  );
  return Object.assign({ ...fields }, Object.fromEntries(lists));
};

const indexedFields = ["name", "subtitle", "descriptionMarkdown", "tags"] as const;
type Searched = (typeof indexedFields)[number];

const descriptionOf = (scope: SiteScope, markdown: string | undefined) =>
  htmlOfMarkdown(scope, markdown, "/descriptionMarkdown");

export const searchTermsOfCourse = (site: SiteScope["site"], course: Partial<Pick<CourseRow, Searched>>): string[] =>
  searchTermsFor(site, [course.name, course.subtitle, course.tags?.join(" "), course.descriptionMarkdown], course.tags);

export const hasEnrollments = async ({ db, site }: SiteScope, courseId: string): Promise<boolean> =>
  (await db.first`
    select id from enrollments where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null limit 1`) !==
  undefined;

/** Checks the preconditions of publishing: a visible lecture and a payable price. */
export const countForPublishing = async ({ db, site }: SiteScope, courseId: string) =>
  await db.one<{ lectures: boolean; plans: boolean }>`
    select exists (select from lectures
                     join sections on sections.site_id = lectures.site_id and sections.id = lectures.section_id
                    where lectures.site_id = ${site.id} and lectures.course_id = ${courseId}
                      and lectures.status = 'published' and lectures.deleted_at is null
                      and sections.status = 'published' and sections.deleted_at is null) as lectures,
           exists (select from course_plans
                    where course_plans.site_id = ${site.id} and course_plans.course_id = ${courseId}
                      and course_plans.active and course_plans.price_amount is not null
                      and course_plans.deleted_at is null) as plans`;
