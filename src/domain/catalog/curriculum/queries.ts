import { contentOf } from "#database/content/content-of.ts";
import { assignments, rows, sql } from "#database/statements/sql.ts";
import { columnsOf } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { memberOf } from "#access/caller.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";
import { htmlOfMarkdown, withRenderings } from "#domain/platform/texts/render.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { completionOf, type LectureRecord, type LectureSummaryRecord, type NewLecture } from "./lectures/lecture.ts";
import type { NewSection, SectionRecord } from "./sections/section.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { keepRevision, readFormer } from "./revisions/revision-queries.ts";
import { recountCourses } from "./tree/recount-courses.ts";

export const sectionColumns = columnsOf("sections");

export const summaryColumns = columnsOf("lectures", "body_markdown body_html");

export const lectureColumns = columnsOf("lectures");

/** In order of position, including drafts. */
export const listSections = ({ db, site }: SiteScope, courseId: string): Promise<SectionRecord[]> =>
  db.many<SectionRecord>`
    select ${sectionColumns} from sections
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
     order by position, id`;

/** All lectures of a course, in order within each section, including drafts. */
export const listLectures = ({ db, site }: SiteScope, courseId: string): Promise<LectureRecord[]> =>
  db.many<LectureRecord>`
    select ${lectureColumns} from lectures
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
     order by position, id`;

/** Like `listLectures`, without the texts. */
export const listSummaries = ({ db, site }: SiteScope, courseId: string): Promise<LectureSummaryRecord[]> =>
  db.many<LectureSummaryRecord>`
    select ${summaryColumns} from lectures
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
     order by position, id`;

/** In order of position. */
export const lectureIdsOf = async ({ db, site }: SiteScope, sectionId: string): Promise<string[]> => {
  const lectures = await db.many<{ id: string }>`
    select id from lectures
     where site_id = ${site.id} and section_id = ${sectionId} and deleted_at is null
     order by position, id`;
  return lectures.map(({ id }) => id);
};

/** MD5 digests in hexadecimal. Null for lectures without text. */
export const listBodyDigests = ({ db, site }: SiteScope, ids: readonly string[]) =>
  db.many<{ id: string; digest: string | null }>`
    select id, md5(body_markdown) as digest from ${table("lectures").withIds(site.id, ids)}`;

/** Returns undefined if its course is deleted. */
export const findSection = ({ db, site }: SiteScope, id: string): Promise<SectionRecord | undefined> =>
  db.first<SectionRecord>`
    select ${sectionColumns} from ${table("sections").withReference(site.id, { id })}
     cross join ${table("courses").joined(site.id, sql`sections.course_id`)}
     where ${table("sections").present} and courses.deleted_at is null`;

/** Returns undefined if its course is deleted. */
export const findLecture = ({ db, site }: SiteScope, id: string): Promise<LectureRecord | undefined> =>
  db.first<LectureRecord>`
    select ${lectureColumns} from ${table("lectures").withReference(site.id, { id })}
     cross join ${table("courses").joined(site.id, sql`lectures.course_id`)}
     where ${table("lectures").present} and courses.deleted_at is null`;

export const countLectures = async ({ db, site }: SiteScope, courseId: string): Promise<number> =>
  (
    await db.one<{ count: number }>`
    select count(*) as count from lectures
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null`
  ).count;

export async function insertSection(scope: SiteScope, section: NewSection, now: Date): Promise<void> {
  const { db, site } = scope;
  await db.run`insert into sections ${rows({ siteId: contentOf(site.id), ...section, createdAt: now, updatedAt: now })}`;
  await recountCourses(scope, "courses", [section.courseId]);
}

export const insertLecture = async (scope: SiteScope, lecture: NewLecture, now: Date): Promise<void> => {
  await insertLectures(scope, [lecture], now);
};

/**
 * Inserts lectures, in several statements if their texts are long. Returns the number of inserted rows, which is lower
 * than the input if `keep` skips existing ones.
 */
export async function insertLectures(
  unrendered: SiteScope,
  lectures: readonly NewLecture[],
  now: Date,
  { keep = false } = {},
): Promise<number> {
  const scope = await withRenderings(
    unrendered,
    lectures.map(({ bodyMarkdown }) => bodyMarkdown),
  );
  const complete = await mapInSlices(lectures, async ({ bodyMarkdown = null, ...lecture }) => ({
    status: "published",
    isPreview: false,
    required: true,
    completionRule: completionOf(lecture),
    metadata: {},
    ...lecture,
    bodyMarkdown,
    bodyHtml: await bodyHtmlOf(scope, bodyMarkdown),
    searchTerms: searchTermsFor(scope.site, [lecture.title, bodyMarkdown]),
  }));
  let inserted = 0;
  for (const batch of byLength(
    complete,
    ({ bodyMarkdown, bodyHtml }) => (bodyMarkdown?.length ?? 0) + (bodyHtml?.length ?? 0),
  )) {
    inserted += await insertCompleteLectures(scope, batch, { now, keep });
  }
  return inserted;
}

/** Writing long texts blocks the event loop. */
const maxCharactersPerStatement = 500_000;

/** Divides items into batches, each of at most `maxLetters` or of one item. */
function byLength<Item>(items: readonly Item[], lengthOf: (item: Item) => number): Item[][] {
  let batch: Item[] = [];
  const batches = [batch];
  let charactersLeft = maxCharactersPerStatement;
  for (const item of items) {
    const length = lengthOf(item);
    if (length > charactersLeft) {
      batch = [];
      batches.push(batch);
      charactersLeft = maxCharactersPerStatement;
    }
    batch.push(item);
    charactersLeft -= length;
  }
  return batches.filter(({ length }) => length > 0);
}

async function insertCompleteLectures(
  scope: SiteScope,
  lectures: readonly Pick<LectureRecord, "courseId">[],
  { now, keep }: { now: Date; keep: boolean },
): Promise<number> {
  const { db, site } = scope;
  // On Citus, the number of rows of `insert … select` includes skipped ones.
  const inserted = await db.write.many`
  insert into lectures (site_id, id, course_id, section_id, title, position, kind, status, is_preview, required,
                        body_markdown, body_html, duration_seconds, video, live, completion_rule, drip, min_role,
                        external_id, metadata, search_terms, created_at, updated_at)
  select ${contentOf(site.id)}, id, "courseId", "sectionId", title, position, kind, status, "isPreview", required,
         "bodyMarkdown", "bodyHtml", "durationSeconds", video, live, "completionRule", drip, "minRole",
         "externalId", metadata, "searchTerms", ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(lectures)})
         as new (id uuid, "courseId" uuid, "sectionId" uuid, title text, position integer, kind text, status text,
                 "isPreview" boolean, required boolean, "bodyMarkdown" text, "bodyHtml" text,
                 "durationSeconds" integer, video jsonb, live jsonb, "completionRule" jsonb, drip jsonb, "minRole" text,
                 "externalId" text, metadata jsonb, "searchTerms" text[])
  ${keep ? sql`on conflict do nothing` : sql``}
  returning id`;
  await recountCourses(
    scope,
    "courses",
    lectures.map(({ courseId }) => courseId),
  );
  return inserted.length;
}

const bodyHtmlOf = async (scope: SiteScope, bodyMarkdown: string | null) =>
  bodyMarkdown === null ? null : htmlOfMarkdown(scope, bodyMarkdown, "/bodyMarkdown");

export async function updateSection(
  scope: SiteScope,
  id: string,
  changes: Partial<SectionRecord> & { deletedAt?: Date | null },
  now: Date,
): Promise<void> {
  const { db, site } = scope;
  await db.run`
    update sections set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${contentOf(site.id)} and id = ${id}`;
  await recountCourses(scope, "sections", [id]);
}

/** Changes a lecture. A changed title or text becomes a revision, except in the restored archive of a site. */
export async function updateLecture(
  scope: Context,
  id: string,
  changes: Partial<LectureRecord> & { deletedAt?: Date | null },
  now: Date,
): Promise<void> {
  const { db, site, caller, restoresArchive } = scope;
  const { title, bodyMarkdown } = changes;
  const isOtherText = title !== undefined || bodyMarkdown !== undefined;
  const former = isOtherText && !restoresArchive ? await readFormer(scope, id) : undefined;
  const html = bodyMarkdown === undefined ? {} : { bodyHtml: await bodyHtmlOf(scope, bodyMarkdown) };
  await db.run`
    update lectures set ${assignments({ ...changes, ...html, updatedAt: now })}, version = version + 1
     where site_id = ${contentOf(site.id)} and id = ${id}`;
  await recountCourses(scope, "lectures", [id]);
  if (!isOtherText) return;
  const texts = await db.one<Pick<LectureRecord, "title" | "bodyMarkdown">>`
    select title, body_markdown from lectures where site_id = ${site.id} and id = ${id}`;
  const derived = { searchTerms: searchTermsFor(site, [texts.title, texts.bodyMarkdown]) };
  await db.run`update lectures set ${assignments(derived)} where site_id = ${contentOf(site.id)} and id = ${id}`;
  if (former) await keepRevision(scope, id, { former, text: texts, memberId: memberOf(caller), now });
}

/** Deletes lectures with their attachments, because a file can be deleted only after its last reference is gone. */
export async function deleteLectures(scope: SiteScope, ids: readonly string[], now: Date): Promise<void> {
  const { db, site } = scope;
  await db.run`
    update lectures set deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and id = any(${ids}::uuid[])`;
  await recountCourses(scope, "lectures", ids);
  await db.run`
    update attachments set deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and lecture_id = any(${ids}::uuid[]) and deleted_at is null`;
}

/** Returns those of the lectures that every student of a published course can see immediately, in order. */
export const listReleased = ({ db, site }: SiteScope, courseId: string, ids: readonly string[]) =>
  db.many<{ title: string; courseName: string; courseSlug: string }>`
    select lectures.title, courses.name as course_name, courses.slug as course_slug
      from lectures
      join sections on sections.site_id = lectures.site_id and sections.id = lectures.section_id
      join courses on courses.site_id = lectures.site_id and courses.id = lectures.course_id
     where lectures.site_id = ${site.id} and lectures.course_id = ${courseId} and lectures.id = any(${ids}::uuid[])
       and courses.status = 'published' and courses.deleted_at is null
       and (courses.drip ->> 'mode' = 'none'
            or (courses.drip ->> 'mode' = 'by_enrollment_day'
                and coalesce(lectures.drip ->> 'afterDays', sections.drip ->> 'afterDays') is null)
            or (courses.drip ->> 'mode' = 'by_date'
                and coalesce(lectures.drip ->> 'onDate', sections.drip ->> 'onDate') is null))
       and coalesce(lectures.min_role, 'student') = 'student'
     order by sections.position, lectures.position`;

/**
 * Keeps a lecture in its course until the transaction ends. Called before the first work of a student in a lecture is
 * stored: a move to another course waits, and then finds the work. Throws if the lecture has left the course.
 */
export async function keepInCourse({ db, site }: SiteScope, lectureId: string, courseId: string): Promise<void> {
  const lecture = await db.first`
    select from ${table("lectures").withIds(site.id, [lectureId])}
     where lectures.course_id = ${courseId} and ${table("lectures").present} for key share of lectures`;
  if (!lecture) throw notFound("lecture", formatId("lecture", lectureId), "in this course");
}

/** Waits for work that is being stored, see `keepInCourse`, and lets new work wait until the transaction ends. */
export const lockAgainstWork = ({ db, site }: SiteScope, lectureId: string): Promise<unknown> =>
  db.run`select from lectures where site_id = ${site.id} and id = ${lectureId} for update`;
