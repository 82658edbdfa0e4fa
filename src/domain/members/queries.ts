import { inOrder, type Role } from "#access/roles.ts";
import { assignments, rows, sql } from "#database/sql.ts";
import { emailKey } from "#domain/accounts/email.ts";
import type { SiteScope } from "#domain/context.ts";
import type { MemberRecord, NewProfile } from "./member.ts";
import { type MemberRow, memberFrom, termsOfMember } from "./member-row.ts";

export const columns = sql`
  members.id, members.account_id, members.email, members.name, members.phone, members.picture_url, members.locale,
  members.time_zone, members.roles, members.status, members.tags, members.custom_fields, members.consent_granted,
  members.consent_at, members.consent_source, members.joined_at, members.last_sign_in_at, members.sign_in_count,
  members.last_active_at, members.external_id, members.metadata, members.version, members.created_at,
  members.updated_at,
  (select accounts.email_verified_at is not null and accounts.email_key = members.email_key
     from accounts where accounts.id = members.account_id) as email_verified,
  (select lecturers.id from lecturers
    where lecturers.site_id = members.site_id and lecturers.member_id = members.id
      and lecturers.deleted_at is null) as lecturer_id`;

const one = (found: MemberRow | undefined) => found && memberFrom(found);

export const findMember = async ({ db, site }: SiteScope, id: string) =>
  one(
    await db.first<MemberRow>`
      select ${columns} from members where site_id = ${site.id} and id = ${id} and deleted_at is null`,
  );

/** The same, held against other changes until the transaction ends. */
export async function lockMember(scope: SiteScope, id: string): Promise<MemberRecord | undefined> {
  const { db, site } = scope;
  const held = await db.first<{ id: string }>`
    select id from members where site_id = ${site.id} and id = ${id} and deleted_at is null for no key update`;
  return held && findMember(scope, id);
}

export const findMemberByAccount = async ({ db, site }: SiteScope, accountId: string) =>
  one(
    await db.first<MemberRow>`
      select ${columns} from members where site_id = ${site.id} and account_id = ${accountId} and deleted_at is null`,
  );

export const findMemberByEmail = async ({ db, site }: SiteScope, email: string) =>
  one(
    await db.first<MemberRow>`
      select ${columns} from members
      where site_id = ${site.id} and email_key = ${emailKey(email)} and deleted_at is null`,
  );

export const findMemberByExternalId = async ({ db, site }: SiteScope, externalId: string) =>
  one(
    await db.first<MemberRow>`
      select ${columns} from members
      where site_id = ${site.id} and external_id = ${externalId} and deleted_at is null`,
  );

export const listMembersById = async ({ db, site }: SiteScope, ids: readonly string[]): Promise<MemberRecord[]> =>
  (
    await db.many<MemberRow>`
      select ${columns} from members where site_id = ${site.id} and id = any(${ids}::uuid[]) and deleted_at is null`
  ).map(memberFrom);

/** A member by the address of their account, and whether that has been claimed. */
export interface Person {
  memberId: string;
  accountId: string;
  email: string;
  passwordHash: string | null;
  locale: string | null;
}

/** Whoever signs in here with this address, or will once the account is claimed. */
export const findPerson = ({ db, site }: SiteScope, signInAddress: string) =>
  db.first<Person>`
    select members.id as member_id, accounts.id as account_id, accounts.email, accounts.password_hash,
           coalesce(members.locale, accounts.locale) as locale
      from accounts
      join members on members.site_id = ${site.id} and members.account_id = accounts.id
     where accounts.email_key = ${emailKey(signInAddress)} and members.status <> 'removed' and members.deleted_at is null`;

/** What a new member's row says; the rest has the default of its column. */
export type NewMember = Pick<MemberRecord, "id" | "accountId" | "email" | "name" | "roles" | "status" | "joinedAt"> &
  Omit<NewProfile, "name">;

/** False where the account, somebody with this address, or with this external id, is a member already. */
export async function insertMember({ db, site }: SiteScope, member: NewMember, now: Date): Promise<boolean> {
  const [key, searchTerms] = [emailKey(member.email), termsOfMember(site, member)];
  const row = { siteId: site.id, ...member, emailKey: key, searchTerms, createdAt: now, updatedAt: now };
  return (await db.run`insert into members ${rows(row)} on conflict do nothing`) === 1;
}

export type MemberRowChanges = Partial<
  Pick<
    MemberRecord,
    "email" | "name" | "phone" | "locale" | "timeZone" | "roles" | "status" | "tags" | "customFields" | "externalId"
  > &
    Pick<MemberRecord, "metadata" | "joinedAt"> & {
      consentGranted: boolean;
      consentAt: Date;
      consentSource: string | null;
    }
>;

/** Of a member that the transaction holds. */
export async function updateMember(
  scope: SiteScope,
  held: MemberRecord,
  changes: MemberRowChanges,
  now: Date,
): Promise<void> {
  const { db, site } = scope;
  const { email, roles } = changes;
  const fresh = {
    ...changes,
    ...(email !== undefined && { emailKey: emailKey(email) }),
    ...(roles && { roles: inOrder(roles) }),
    searchTerms: termsOfMember(site, { ...held, ...changes }),
    updatedAt: now,
  };
  await db.run`
    update members set ${assignments(fresh)}, version = version + 1
     where site_id = ${site.id} and id = ${held.id}`;
}

export async function setRoles({ db, site }: SiteScope, id: string, roles: readonly Role[], now: Date): Promise<void> {
  await db.run`
    update members set roles = ${inOrder(roles)}, version = version + 1, updated_at = ${now}
    where site_id = ${site.id} and id = ${id}`;
}

/** Until the transaction ends nobody else changes roles at this site; adding members goes on meanwhile. */
export async function lockRoles({ db, site }: SiteScope): Promise<void> {
  await db.run`select id from sites where id = ${site.id} for no key update`;
}

/** Whether somebody else is an owner who can sign in. */
export async function hasOtherOwner({ db, site }: SiteScope, id: string): Promise<boolean> {
  const other = await db.first`
    select id from members
    where site_id = ${site.id} and id <> ${id} and 'owner' = any(roles) and status = 'active' and deleted_at is null
      and roles && '{owner,manager,lecturer,teaching_assistant}'::text[]
    limit 1`;
  return other !== undefined;
}

/** Whether somebody else here has the address for contact, or the external id, removed or not. */
export async function whoHas(
  { db, site }: SiteScope,
  { email, externalId }: { email?: string | undefined; externalId?: string | null | undefined },
): Promise<{ byEmail: string | undefined; byExternalId: string | undefined }> {
  const byEmail =
    email === undefined
      ? undefined
      : await db.first<{ id: string }>`
          select id from members where site_id = ${site.id} and email_key = ${emailKey(email)}`;
  const byExternalId = externalId
    ? await db.first<{ id: string }>`
        select id from members where site_id = ${site.id} and external_id = ${externalId}`
    : undefined;
  return { byEmail: byEmail?.id, byExternalId: byExternalId?.id };
}

/** Somebody claimed the account or accepted: invitations become memberships. False where nothing waited for that. */
export async function activateMember({ db, site }: SiteScope, id: string, now: Date): Promise<boolean> {
  const activated = await db.run`
    update members set status = 'active', version = version + 1, updated_at = ${now}
    where site_id = ${site.id} and id = ${id} and status = 'invited'`;
  await db.run`
    update invitations
       set status = 'accepted', accepted_at = ${now}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${id} and status = 'pending'`;
  return activated === 1;
}

/** The address for contact follows the one the person signs in with, where it was the same and is nobody else's here. */
export async function moveContactAddress(
  scope: SiteScope,
  id: string,
  from: string,
  to: string,
  now: Date,
): Promise<boolean> {
  const held = await lockMember(scope, id);
  if (!held || emailKey(held.email) !== emailKey(from)) return false;
  const { byEmail } = await whoHas(scope, { email: to });
  if (byEmail !== undefined && byEmail !== id) return false;
  await updateMember(scope, held, { email: to }, now);
  return true;
}
