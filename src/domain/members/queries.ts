import { inOrder, type Role } from "#access/roles.ts";
import { rows, sql } from "#database/sql.ts";
import { emailKey } from "#domain/accounts/email.ts";
import type { SiteScope } from "#domain/context.ts";
import type { MemberRecord } from "./member.ts";

const columns = sql`
  id, account_id, email, name, picture_url, locale, roles, status, joined_at, last_sign_in_at, sign_in_count,
  created_at, updated_at`;

const one = (found: MemberRecord | undefined) => found && { ...found, roles: inOrder(found.roles) };

export const findMember = async ({ db, site }: SiteScope, id: string) =>
  one(
    await db.first<MemberRecord>`
      select ${columns} from members where site_id = ${site.id} and id = ${id} and deleted_at is null`,
  );

export const findMemberByAccount = async ({ db, site }: SiteScope, accountId: string) =>
  one(
    await db.first<MemberRecord>`
      select ${columns} from members where site_id = ${site.id} and account_id = ${accountId} and deleted_at is null`,
  );

export const findMemberByEmail = async ({ db, site }: SiteScope, email: string) =>
  one(
    await db.first<MemberRecord>`
      select ${columns} from members
      where site_id = ${site.id} and email_key = ${emailKey(email)} and deleted_at is null`,
  );

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

interface Page {
  /** The id of the last member of the page before. */
  before?: string | undefined;
  limit: number;
  role?: Role | undefined;
}

/** Newest first. */
export async function listMembers({ db, site }: SiteScope, { before, limit, role }: Page): Promise<MemberRecord[]> {
  const found = await db.many<MemberRecord>`
    select ${columns} from members
    where site_id = ${site.id} and id < ${before ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}
      and (${role ?? null}::text is null or ${role ?? null} = any(roles)) and deleted_at is null
    order by id desc
    limit ${limit}`;
  return found.map((member) => one(member)!);
}

/** False where the account, or somebody with this address, is a member already. */
export async function insertMember({ db, site }: SiteScope, member: MemberRecord): Promise<boolean> {
  const row = { siteId: site.id, ...member, roles: inOrder(member.roles), emailKey: emailKey(member.email) };
  return (await db.run`insert into members ${rows(row)} on conflict do nothing`) === 1;
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
    limit 1`;
  return other !== undefined;
}

/** Somebody claimed the account: invitations become memberships. */
export async function activateMember({ db, site }: SiteScope, id: string, now: Date): Promise<void> {
  await db.run`
    update members set status = 'active', version = version + 1, updated_at = ${now}
    where site_id = ${site.id} and id = ${id} and status = 'invited'`;
}

/** The address for contact follows the one the person signs in with, where it was the same and is nobody else's here. */
export async function moveContactAddress(
  { db, site }: SiteScope,
  id: string,
  from: string,
  to: string,
  now: Date,
): Promise<boolean> {
  const key = emailKey(to);
  const moved = await db.run`
    update members set email = ${to}, email_key = ${key}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${id} and email_key = ${emailKey(from)}
       and not exists (
         select 1 from members as other
          where other.site_id = ${site.id} and other.email_key = ${key} and other.id <> ${id})`;
  return moved === 1;
}

/** Says how many browsers were signed out. */
export const endSessions = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  db.run`
    update sessions set revoked_at = ${now}
    where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null and expires_at > ${now}`;
