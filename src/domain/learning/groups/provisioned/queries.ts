import type { ProvisioningCaller } from "#access/caller.ts";
import { assignments, rows, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { isManaged } from "#domain/people/provisioning/members/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";

/** A group that a directory created. */
export interface ProvisionedGroup {
  id: string;
  name: string;
  externalId: string | null;
  /** Number of members. */
  size: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const groupsOf = ({ site }: SiteScope, keyId: string) => sql`
  provisioned_groups
  cross join ${table("groups").joined(site.id, sql`provisioned_groups.group_id`)}
  where provisioned_groups.site_id = ${site.id} and provisioned_groups.key_id = ${keyId}
    and ${table("groups").present}`;

const columns = sql`
  groups.id, groups.name, provisioned_groups.external_id, groups.student_count as size, groups.version, groups.created_at, groups.updated_at`;

/** Returns a page of the directory's groups in the order of their creation, with the number of all. */
export async function pageOfGroups(
  scope: SiteScope,
  keyId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ groups: ProvisionedGroup[]; total: number }> {
  const [{ total }, groups] = await Promise.all([
    scope.db.one<{ total: number }>`select count(*)::integer as total from ${groupsOf(scope, keyId)}`,
    scope.db.many<ProvisionedGroup>`
      select ${columns} from ${groupsOf(scope, keyId)}
       order by provisioned_groups.group_id offset ${offset} limit ${limit}`,
  ]);
  return { groups, total };
}

export const findGroups = (
  scope: SiteScope,
  keyId: string,
  named: { id: string } | { name: string } | { externalId: string },
): Promise<ProvisionedGroup[]> =>
  scope.db.many<ProvisionedGroup>`
    select ${columns} from ${groupsOf(scope, keyId)}
       and ${
         "id" in named
           ? sql`provisioned_groups.group_id = ${named.id}`
           : "name" in named
             ? sql`lower(groups.name) = ${named.name.toLowerCase()}`
             : sql`provisioned_groups.external_id = ${named.externalId}`
       }
     order by provisioned_groups.group_id`;

export async function storeGroupRecord(
  { db, site, now }: Context,
  keyId: string,
  groupId: string,
  externalId: string | null,
): Promise<void> {
  const row = { siteId: site.id, keyId, groupId, externalId, createdAt: now };
  await db.run`
    insert into provisioned_groups ${rows(row)}
    on conflict (site_id, key_id, group_id) do update set ${assignments({ externalId })}`;
}

export interface GroupMember {
  groupId: string;
  id: string;
  name: string | null;
  email: string;
}

/** Returns the members of groups that the directory may see. Reads one more than the limit. */
export const membersOfGroups = (
  scope: SiteScope,
  caller: ProvisioningCaller,
  groupIds: readonly string[],
  limit: number,
): Promise<GroupMember[]> =>
  scope.db.many<GroupMember>`
    select group_members.group_id, members.id, members.name, members.email
      from ${table("group_members").under(scope.site.id, "group_id", groupIds)}
     cross join ${table("members").joined(scope.site.id, sql`group_members.member_id`)}
     where ${isManaged(scope, caller)}
     limit ${limit + 1}`;

/** Filters the IDs to members that the directory may see, and tells who is a student. */
export const managedAmong = (
  scope: SiteScope,
  caller: ProvisioningCaller,
  ids: readonly string[],
): Promise<{ id: string; isStudent: boolean }[]> =>
  scope.db.many<{ id: string; isStudent: boolean }>`
    select members.id, 'student' = any(members.roles) as is_student
      from ${table("members").withIds(scope.site.id, ids)}
     where ${isManaged(scope, caller)}`;

/** Filters the IDs to members of the group. */
export const groupMembersAmong = async (
  { db, site }: SiteScope,
  groupId: string,
  memberIds: readonly string[],
): Promise<string[]> => {
  const found = await db.many<{ memberId: string }>`
    select member_id from group_members
     where site_id = ${site.id} and group_id = ${groupId} and member_id = any(${memberIds}::uuid[])`;
  return found.map(({ memberId }) => memberId);
};

/** Returns those who were in the group. */
export const deleteGroupMembers = async (
  { db, site }: SiteScope,
  groupId: string,
  memberIds: readonly string[],
): Promise<string[]> => {
  const deleted = await db.write.many<{ memberId: string }>`
    delete from group_members
     where site_id = ${site.id} and group_id = ${groupId} and member_id = any(${memberIds}::uuid[])
    returning member_id`;
  return deleted.map(({ memberId }) => memberId);
};
