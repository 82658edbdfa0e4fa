import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { countCourses } from "#domain/catalog/courses/relations.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { LecturerRecord, LecturerRow } from "./lecturer.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";

export const summaryColumns = sql`
  lecturers.id, lecturers.name, lecturers.slug, lecturers.title, lecturers.picture_file_id, lecturers.links,
  lecturers.member_id, lecturers.visible, lecturers.position, lecturers.external_id, lecturers.metadata,
  lecturers.version, lecturers.created_at, lecturers.updated_at,
  ${countCourses("lecturer", sql`lecturers`)} as course_count`;

export const columns = sql`${summaryColumns}, lecturers.bio_markdown, lecturers.bio_html, lecturers.deleted_at`;

const lecturers = defineTable<LecturerRecord, NewLecturer, Partial<LecturerRow>>("lecturers", { columns });
export const { findByReference: findLecturer } = lecturers;

type ListedLecturer = Omit<LecturerRecord, "bioMarkdown" | "bioHtml" | "deletedAt">;

export const listLecturersById = ({ db, site }: SiteScope, ids: readonly string[]): Promise<ListedLecturer[]> =>
  db.many<ListedLecturer>`
    select ${summaryColumns} from ${table("lecturers").withIds(site.id, ids)}
     where lecturers.deleted_at is null`;

/** Locks a lecturer against changes until the transaction ends. By ID, it also finds deleted lecturers. */
export async function lockLecturer({ db, site }: SiteScope, reference: Reference): Promise<LecturerRecord | undefined> {
  const existing = await db.first<{ id: string }>`
    select id from lecturers
     where site_id = ${site.id} and ${lecturers.hasReference(reference, { orDeleted: true })} for no key update`;
  return (
    existing &&
    db.first<LecturerRecord>`select ${columns} from lecturers where site_id = ${site.id} and id = ${existing.id}`
  );
}

export const findLecturerOfMember = ({ db, site }: SiteScope, memberId: string) =>
  db.first<{ id: string }>`
    select id from lecturers where site_id = ${site.id} and member_id = ${memberId} and deleted_at is null`;

type NewLecturer = Pick<LecturerRow, "id" | "name" | "slug"> & Partial<LecturerRow>;

/** Returns false if the slug, external ID or member is already taken. */
export async function insertLecturer(scope: SiteScope, lecturer: NewLecturer, now: Date): Promise<boolean> {
  const derived = { ...(await htmlOf(scope, lecturer)), ...searchTermsOfLecturer(scope.site, lecturer) };
  if (!(await lecturers.insertUnique(scope, { ...lecturer, ...derived }, now))) return false;
  await markMembersOf({ ...scope, now }, [lecturer.memberId]);
  return true;
}

export async function updateLecturer(
  scope: SiteScope,
  existing: LecturerRecord,
  changes: Partial<LecturerRow>,
  now: Date,
): Promise<void> {
  const isSearched = indexedFields.some((field) => field in changes);
  const terms = isSearched ? searchTermsOfLecturer(scope.site, { ...existing, ...changes }) : {};
  await lecturers.update(scope, existing.id, { ...changes, ...(await htmlOf(scope, changes)), ...terms }, now);
  if (!("memberId" in changes || "deletedAt" in changes)) return;
  await markMembersOf({ ...scope, now }, [existing.memberId, changes.memberId]);
}

/** A member names their lecturer profile. */
const markMembersOf = (context: SiteScope & { now: Date }, ids: readonly (string | null | undefined)[]) =>
  markMembersUpdated(
    context,
    ids.filter((id) => typeof id === "string"),
  );

const indexedFields = ["name", "title", "bioMarkdown"] as const;

const htmlOf = async (scope: SiteScope, { bioMarkdown }: Partial<LecturerRow>) =>
  bioMarkdown === undefined ? {} : { bioHtml: await htmlOfMarkdown(scope, bioMarkdown, "/bioMarkdown") };

export const searchTermsOfLecturer = (
  site: SiteScope["site"],
  lecturer: Partial<Pick<LecturerRow, (typeof indexedFields)[number]>>,
) => ({
  searchTerms: searchTermsFor(site, [lecturer.name, lecturer.title, lecturer.bioMarkdown]),
});

/** Moves these lecturers to the top, in this order. Returns the IDs whose position changed. */
export async function orderLecturers({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<string[]> {
  await db.run`
    select id from ${table("lecturers").withIds(site.id, ids)} order by id for no key update`;
  const moved = await db.write.many<{ id: string }>`
    update lecturers set position = changed.number - 1, version = version + 1, updated_at = ${now}
      ${table("lecturers").fromEach(contentOf(site.id), sql`unnest(${ids}::uuid[]) with ordinality as input (id, number)`)} and ${table("lecturers").present}
       and lecturers.position <> changed.number - 1
    returning lecturers.id`;
  return moved.map(({ id }) => id);
}

/** Removes lecturers from all events and consulting services. The caller must hold the locks of `lockWithDependents`. */
export async function leaveAll({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<void> {
  const events = await db.write.many<{ id: string }>`
    delete from event_lecturers where site_id = ${contentOf(site.id)} and lecturer_id = any(${ids}::uuid[]) returning event_id as id`;
  await db.run`
    update events set version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = any(${events.map(({ id }) => id)}::uuid[])`;
  const services = await db.write.many<{ id: string }>`
    delete from consulting_service_lecturers where site_id = ${contentOf(site.id)} and lecturer_id = any(${ids}::uuid[])
    returning service_id as id`;
  await db.run`
    update consulting_services set version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and id = any(${services.map(({ id }) => id)}::uuid[])`;
}
