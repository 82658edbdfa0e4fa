import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { GroupRow } from "./group.ts";

export const columns = sql`
  groups.id, groups.name, groups.starts_at, groups.ends_at, groups.student_count, groups.external_id, groups.metadata,
  groups.version, groups.created_at, groups.updated_at,
  array(select group_courses.course_id from group_courses
         where group_courses.site_id = groups.site_id and group_courses.group_id = groups.id
           and (select courses.deleted_at is null from courses
                 where courses.site_id = group_courses.site_id and courses.id = group_courses.course_id)
         order by group_courses.course_id)::uuid[] as course_ids`;

const groups = defineTable<GroupRow, Partial<Own> & Pick<Own, "id" | "name"> & Searched, Partial<Own> & Searched>(
  "groups",
  { columns },
);
export const { find: findGroup, lockFirst: lockGroup } = groups;

interface Searched {
  searchTerms: string[];
  deletedAt?: Date;
}

type Own = Omit<GroupRow, "courseIds">;

/** Returns false if another group has the external id. */
export const insertGroup = (
  scope: SiteScope,
  group: Pick<Own, "id" | "name"> & Partial<Own>,
  now: Date,
): Promise<boolean> =>
  groups.insertUnique(scope, { ...group, searchTerms: searchTermsOfGroup(scope.site, group) }, now);

export const updateGroup = (
  scope: SiteScope,
  locked: GroupRow,
  changes: Partial<Own> & { deletedAt?: Date },
  now: Date,
): Promise<void> => {
  const searchTerms = searchTermsOfGroup(scope.site, { ...locked, ...changes });
  return groups.update(scope, locked.id, { ...changes, searchTerms }, now);
};

export const searchTermsOfGroup = (
  site: SiteScope["site"],
  { name, externalId }: Pick<GroupRow, "name"> & Partial<Pick<GroupRow, "externalId">>,
): string[] => searchTermsFor(site, [name, externalId]);

/** Replaces the group's courses. */
export async function setCourses({ db, site }: SiteScope, groupId: string, courseIds: readonly string[]) {
  await db.run`delete from group_courses where site_id = ${site.id} and group_id = ${groupId}`;
  await db.run`
    insert into group_courses (site_id, group_id, course_id)
    select ${site.id}, ${groupId}, course_id from unnest(${courseIds}::uuid[]) as course_id`;
}

/** Filters the ids to existing courses of the site. */
export const knownCourses = async ({ db, site }: SiteScope, courseIds: readonly string[]): Promise<Set<string>> => {
  const found = await db.many<{ id: string }>`
    select id from ${table("courses").withIds(site.id, courseIds)}
     where courses.deleted_at is null`;
  return new Set(found.map(({ id }) => id));
};

/** Adds students to the group. Returns those who were not members of it. */
export const insertGroupMembers = async (
  { db, site }: SiteScope,
  groupId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<string[]> => {
  const added = await db.write.many<{ memberId: string }>`
    insert into group_members (site_id, group_id, member_id, created_at)
    select ${site.id}, ${groupId}, member_id, ${now} from unnest(${memberIds}::uuid[]) as member_id
    on conflict do nothing
    returning member_id`;
  return added.map(({ memberId }) => memberId);
};

export const listGroupMembers = async ({ db, site }: SiteScope, groupId: string): Promise<string[]> => {
  const found = await db.many<{ memberId: string }>`
    select member_id from group_members where site_id = ${site.id} and group_id = ${groupId} order by member_id`;
  return found.map(({ memberId }) => memberId);
};

export const deleteGroupMember = async ({ db, site }: SiteScope, groupId: string, memberId: string): Promise<boolean> =>
  (await db.run`
    delete from group_members
     where site_id = ${site.id} and group_id = ${groupId} and member_id = ${memberId}`) === 1;

export async function countGroupMembers({ db, site }: SiteScope, groupId: string, by: number, now: Date) {
  await db.run`
    update groups set student_count = student_count + ${by}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${groupId}`;
}
