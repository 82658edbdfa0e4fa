import type { ProvisioningCaller } from "#access/caller.ts";
import { inOrder, type Role } from "#access/roles.ts";
import { assignments, rows, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { DirectoryRecord, ProvisionedMember } from "./provisioned-member.ts";

type Directory = Pick<ProvisioningCaller, "keyId" | "emailDomains">;

const isThere = sql`${table("members").present} and members.status <> 'removed'`;

/** The IDs of the members that a directory may see: those with an address in its domains, and those it created. */
const managedIds = ({ site }: SiteScope, { keyId, emailDomains }: Directory): Sql => sql`
  select members.id
    from ${table("members").withKeys(
      site.id,
      sql`split_part(members.email_key, '@', 2)`,
      sql`unnest(${emailDomains}::text[]) as requested_key`,
    )}
   where ${isThere}
   union
  select members.id
    from provisioned_members
   cross join ${table("members").joined(site.id, sql`provisioned_members.member_id`)}
   where provisioned_members.site_id = ${site.id} and provisioned_members.key_id = ${keyId} and ${isThere}`;

/** Returns a page of the managed members in the order of their creation, with the number of all. */
export const pageOfManaged = (
  scope: SiteScope,
  directory: Directory,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> =>
  scope.db.one<{ ids: string[]; total: number }>`
    with managed as materialized (${managedIds(scope, directory)})
    select array(select id from managed order by id offset ${offset} limit ${limit}) as ids,
           (select count(*)::integer from managed) as total`;

/** Returns those of the members that the directory may see, in the order of their IDs. */
export const readManaged = async (
  { db, site }: SiteScope,
  { keyId, emailDomains }: Directory,
  ids: readonly string[],
): Promise<ProvisionedMember[]> =>
  (
    await db.many<ProvisionedMember>`
      select members.id, members.email, members.name, members.phone, members.locale, members.time_zone, members.roles,
             members.status, members.custom_fields, members.version, members.created_at, members.updated_at,
             provisioned_members.external_id, provisioned_members.given_name, provisioned_members.family_name, coalesce(provisioned_members.roles, '{}') as named_roles,
             coalesce(provisioned_members.added_roles, '{}') as added_roles, provisioned_members.suspended_at
        from ${table("members").withIds(site.id, ids)}
        left join ${table("provisioned_members").joined(site.id, sql`members.id`, "member_id")}
          on provisioned_members.key_id = ${keyId}
       where ${isThere}
         and (provisioned_members.member_id is not null or split_part(members.email_key, '@', 2) = any(${emailDomains}::text[]))`
  ).map((member) => ({ ...member, roles: inOrder(member.roles) }));

/** SQL condition on a member that is looked up by key: the directory may see them. */
export const isManaged = ({ site }: SiteScope, { keyId, emailDomains }: Directory): Sql => sql`
  ${isThere}
  and (split_part(members.email_key, '@', 2) = any(${emailDomains}::text[])
       or exists (select from provisioned_members
                   where provisioned_members.site_id = ${site.id} and provisioned_members.key_id = ${keyId}
                     and provisioned_members.member_id = members.id))`;

/** Finds members by an address or an external ID, also those that the directory may not see: `readManaged` decides. */
export const findCandidates = async (
  { db, site }: SiteScope,
  { keyId }: Directory,
  named: { email: string } | { externalId: string },
): Promise<string[]> => {
  const found =
    "email" in named
      ? await db.many<{ id: string }>`
          select id from members where site_id = ${site.id} and email_key = ${emailKey(named.email)}`
      : await db.many<{ id: string }>`
          select member_id as id from provisioned_members
           where site_id = ${site.id} and key_id = ${keyId} and external_id = ${named.externalId} limit ${maxSame}`;
  return found.map(({ id }) => id);
};

/** Members with one external ID. Directories give each to one member. */
const maxSame = 100;

/** Stores what the directory said about a member. */
export async function storeRecord(
  { db, site, now }: Context,
  keyId: string,
  memberId: string,
  { namedRoles, ...record }: Partial<DirectoryRecord>,
): Promise<void> {
  const changes = { ...record, ...(namedRoles && { roles: namedRoles }) };
  const row = { siteId: site.id, keyId, memberId, ...changes, createdAt: now };
  await db.run`
    insert into provisioned_members ${rows(row)}
    on conflict (site_id, key_id, member_id) do ${
      Object.keys(changes).length === 0 ? sql`nothing` : sql`update set ${assignments(changes)}`
    }`;
}

/** Returns the groups of the directory that members are in. */
export const groupsOfMembers = (
  { db, site }: SiteScope,
  keyId: string,
  memberIds: readonly string[],
): Promise<{ memberId: string; id: string; name: string }[]> =>
  db.many<{ memberId: string; id: string; name: string }>`
    select group_members.member_id, groups.id, groups.name
      from unnest(${memberIds}::uuid[]) as requested_key
     cross join ${table("group_members").joined(site.id, sql`requested_key`, "member_id")}
     cross join ${table("groups").joined(site.id, sql`group_members.group_id`)}
     where ${table("groups").present}
       and exists (select from provisioned_groups
                    where provisioned_groups.site_id = ${site.id} and provisioned_groups.key_id = ${keyId}
                      and provisioned_groups.group_id = groups.id)
     order by groups.id`;

/**
 * Returns the next members, in the order of their IDs, who have or may get a role through the directory: those whom it
 * gave one or named one for, and those in its groups with these names, in lower case.
 */
export async function nextToSettle(
  { db, site }: SiteScope,
  { keyId, groupNames }: { keyId: string; groupNames: readonly string[] },
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const members = await db.many<{ memberId: string }>`
    select member_id
      from (
        (select member_id from provisioned_members
          where site_id = ${site.id} and key_id = ${keyId} and member_id > ${after}
            and (roles <> '{}' or added_roles <> '{}')
          order by member_id limit ${limit})
        union
        select group_member.member_id
          from provisioned_groups
         cross join ${table("groups").joined(site.id, sql`provisioned_groups.group_id`)}
         cross join lateral (
           select member_id from group_members
            where group_members.site_id = ${site.id} and group_members.group_id = provisioned_groups.group_id
              and group_members.member_id > ${after}
            order by member_id limit ${limit}) as group_member
         where provisioned_groups.site_id = ${site.id} and provisioned_groups.key_id = ${keyId}
           and ${table("groups").present} and lower(groups.name) = any(${groupNames}::text[])
      ) as candidate
     order by member_id limit ${limit}`;
  return members.map(({ memberId }) => memberId);
}

/** Locks members in the order of their IDs. */
export const lockInOrder = ({ db, site }: SiteScope, ids: readonly string[]): Promise<unknown> =>
  db.run`
    select members.id from ${table("members").withIds(site.id, ids)} order by members.id for no key update of members`;

/** Stores the roles that members have through the directory only. */
export const storeAddedRoles = (
  { db, site, now }: Context,
  keyId: string,
  settled: readonly { id: string; addedRoles: readonly Role[] }[],
): Promise<unknown> =>
  db.run`
    insert into provisioned_members (site_id, key_id, member_id, added_roles, created_at)
    select ${site.id}, ${keyId}, id, "addedRoles", ${now}
      from jsonb_to_recordset(${JSON.stringify(settled)}) as input (id uuid, "addedRoles" text[])
     order by id
    on conflict (site_id, key_id, member_id) do update set added_roles = excluded.added_roles`;
