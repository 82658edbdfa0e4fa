import { inOrder } from "#access/roles.ts";
import { contentIn, contentOf } from "#database/content/content-of.ts";
import { assignments, rows, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { Theme } from "#domain/platform/site/themes.ts";
import { type MemberRecord, type NewProfile, type MemberRow, memberFrom, searchTermsOfMember } from "./member.ts";
import { queueNamedRows } from "./mark-named.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";

// The lecturer is looked up in the order of an index, so that no other partial index looks as good without statistics.
export const columns = sql`
  members.id, members.account_id, members.email, members.name, members.phone, members.picture_file_id,
  members.locale, members.time_zone, members.roles, members.status, members.tags, members.custom_fields, members.consent_granted,
  members.consent_at, members.consent_source, members.joined_at, members.last_sign_in_at, members.sign_in_count,
  members.last_active_at, members.external_id, members.metadata, members.version, members.created_at,
  members.updated_at,
  coalesce((select accounts.email_verified_at is not null and accounts.email_key = members.email_key
              from accounts where accounts.id = members.account_id), false) as email_verified,
  (select lecturers.id from lecturers
    where lecturers.site_id = members.site_id and lecturers.member_id >= members.id
      and lecturers.member_id <= members.id and lecturers.deleted_at is null
    order by lecturers.member_id limit 1) as lecturer_id`;

const optionalMemberFrom = ({ site }: SiteScope, found: MemberRow | undefined) => found && memberFrom(site, found);

export const findMember = async (scope: SiteScope, id: string) =>
  optionalMemberFrom(
    scope,
    await scope.db.first<MemberRow>`
      select ${columns} from members where site_id = ${scope.site.id} and id = ${id} and ${table("members").present} ${inIndexOrder}`,
  );

/** Returns the member and locks it until the transaction ends. */
export async function lockMember(scope: SiteScope, id: string): Promise<MemberRecord | undefined> {
  const { db, site } = scope;
  const locked = await db.first<{ id: string }>`
    select id from members where site_id = ${site.id} and id = ${id} and ${table("members").present} for no key update`;
  return locked && findMember(scope, id);
}

export const findMemberByAccount = async (scope: SiteScope, accountId: string) =>
  optionalMemberFrom(
    scope,
    await scope.db.first<MemberRow>`
      select ${columns} from members where site_id = ${scope.site.id} and account_id = ${accountId} and ${table("members").present}`,
  );

export const findMemberByEmail = async (scope: SiteScope, email: string) =>
  optionalMemberFrom(
    scope,
    await scope.db.first<MemberRow>`
      select ${columns} from members
      where site_id = ${scope.site.id} and email_key = ${emailKey(email)} and deleted_at is null`,
  );

export const findMemberByExternalId = async (scope: SiteScope, externalId: string) =>
  optionalMemberFrom(
    scope,
    await scope.db.first<MemberRow>`
      select ${columns} from members
      where site_id = ${scope.site.id} and external_id = ${externalId} and deleted_at is null`,
  );

export const listMembersById = async ({ db, site }: SiteScope, ids: readonly string[]): Promise<MemberRecord[]> =>
  (
    await db.many<MemberRow>`
      select ${columns} from ${table("members").withIds(site.id, ids)}
     where members.deleted_at is null`
  ).map((row) => memberFrom(site, row));

/** Returns true if the person has accepted the membership with this account and was not removed since. */
export async function isLinkedTo({ db, site }: SiteScope, id: string, accountId: string): Promise<boolean> {
  const linked = await db.first`
    select 1 from members
     where site_id = ${site.id} and id = ${id} and account_id = ${accountId} and ${table("members").present}`;
  return linked !== undefined;
}

/** A person who signs in with an address here, or can after accepting. */
export interface Person {
  memberId: string;
  /** Null until they accept at this site. */
  accountId: string | null;
  /** Recipient address as stored in the account; never shown to others. */
  email: string;
  hasPassword: boolean;
  /** The address's owner has set the password. */
  isClaimed: boolean;
  locale: string | null;
}

/**
 * Finds the member who signs in with this address here, or is invited by it. Always runs one statement, for constant
 * timing.
 */
export const findPerson = ({ db, site }: SiteScope, signInAddress: string) =>
  db.first<Person>`
    select coalesce(own.id, waiting.id) as member_id, own.account_id, coalesce(accounts.email, waiting.email) as email,
           accounts.password_hash is not null as has_password,
           accounts.password_hash is not null and accounts.password_site_id is null as is_claimed,
           coalesce(own.locale, waiting.locale) as locale
      from ${byAddress(site.id, emailKey(signInAddress))}
     where coalesce(own.id, waiting.id) is not null`;

/** Whose password a mailed link sets: that of the member's account, or of the account they accept with. */
export const passwordSetterOf = (person: Person | undefined) => ({
  accountId: person?.accountId ?? null,
  memberId: person && person.accountId === null ? person.memberId : null,
});

/**
 * CTEs for an address key: `accounts`, `own` (the member linked to that account) and `waiting` (a member invited by
 * the address). Each may be empty.
 */
export const byAddress = (siteId: string, key: string): Sql => sql`
  (select ${key}::text as key) as input
    left join accounts on accounts.email_key = input.key
    left join members as own
      on own.site_id = ${siteId} and own.account_id = accounts.id and own.deleted_at is null
    left join members as waiting
      on waiting.site_id = ${siteId} and waiting.email_key = input.key and waiting.account_id is null
     and waiting.status = 'invited' and waiting.deleted_at is null`;

/** Required columns of a new member; the others have defaults. */
export type NewMember = Pick<MemberRecord, "id" | "email" | "name" | "roles" | "status" | "joinedAt"> &
  Omit<NewProfile, "name">;

/** Returns false if another member has this address, for contact or sign-in, or this external id. */
export async function insertMember({ db, site }: SiteScope, member: NewMember, now: Date): Promise<boolean> {
  if (await signsInHere({ db, site }, member.email)) return false;
  const [key, searchTerms] = [emailKey(member.email), searchTermsOfMember(site, member)];
  const row = { siteId: site.id, ...member, emailKey: key, searchTerms, createdAt: now, updatedAt: now };
  return (await db.run`insert into members ${rows(row)} on conflict do nothing`) === 1;
}

/** Returns whether a member who has accepted here signs in with the address, whatever their contact address. */
async function signsInHere({ db, site }: SiteScope, email: string): Promise<boolean> {
  const memberWithAddress = await db.first`
    select 1 from accounts
      join members on members.site_id = ${site.id} and members.account_id = accounts.id
     where accounts.email_key = ${emailKey(email)}`;
  return memberWithAddress !== undefined;
}

export type MemberRowChanges = Partial<
  Pick<
    MemberRecord,
    | "email"
    | "name"
    | "phone"
    | "pictureFileId"
    | "locale"
    | "timeZone"
    | "roles"
    | "status"
    | "tags"
    | "customFields"
    | "externalId"
  > &
    Pick<MemberRecord, "metadata" | "joinedAt" | "accountId"> & {
      acceptedAt: Date | null;
      consentGranted: boolean;
      consentAt: Date;
      consentSource: string | null;
    }
>;

/** Keeps the theme of the member, which no program reads. */
export const setTheme = ({ db, site }: SiteScope, id: string, theme: Theme): Promise<number> =>
  db.run`update members set theme = ${theme} where site_id = ${site.id} and id = ${id}`;

/** Requires that the transaction has locked the member. */
export async function updateMember(
  scope: SiteScope,
  locked: MemberRecord,
  changes: MemberRowChanges,
  now: Date,
): Promise<void> {
  const { db, site } = scope;
  const { email, roles } = changes;
  const fresh = {
    ...changes,
    // An address that staff enter makes a guest an invited member.
    ...(email !== undefined && { emailKey: emailKey(email), guestEmailKey: null }),
    ...(roles && { roles: inOrder(roles) }),
    searchTerms: searchTermsOfMember(site, { ...locked, ...changes }),
    updatedAt: now,
  };
  await db.run`
    update members set ${assignments(fresh)}, version = version + 1
     where site_id = ${contentIn("members", site.id, fresh)} and id = ${locked.id}`;
  await queueNamedRows(scope, [{ existing: locked, changes }]);
}

/** Records that the member's new owner accepts the membership. Calendar links from before then do not work. */
export async function renewAcceptance({ db, site, now }: Context, id: string): Promise<void> {
  await db.run`update members set accepted_at = ${now} where site_id = ${contentOf(site.id)} and id = ${id}`;
}

/** Serializes role changes of this site until the transaction ends. Adding members stays possible. */
export async function lockRoles({ db, site }: SiteScope): Promise<void> {
  await db.run`select id from sites where id = ${site.id} for no key update`;
}

/** Returns whether another owner can sign in. */
export async function hasOtherOwner({ db, site }: SiteScope, id: string): Promise<boolean> {
  const otherOwner = await db.first`
    select id from members
    where site_id = ${site.id} and id <> ${id} and 'owner' = any(roles) and status = 'active' and deleted_at is null
      and roles && '{owner,manager,lecturer,teaching_assistant}'::text[]
    limit 1`;
  return otherOwner !== undefined;
}

/** Finds another member, removed or not, with the contact address or external id. */
export async function findConflicts(
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

/** Updates the contact address along with the sign-in address, if both were equal and the new one is free here. */
export async function moveContactAddress(
  scope: SiteScope,
  id: string,
  from: string,
  to: string,
  now: Date,
): Promise<boolean> {
  const locked = await lockMember(scope, id);
  if (!locked || emailKey(locked.email) !== emailKey(from)) return false;
  const { byEmail } = await findConflicts(scope, { email: to });
  if (byEmail !== undefined && byEmail !== id) return false;
  await updateMember(scope, locked, { email: to }, now);
  return true;
}

/** Selects the ID of the member with this address, as a value in a statement. */
export const memberWithAddress = ({ id }: { id: string }, email: string): Sql => sql`(
  select members.id from members where members.site_id = ${id} and members.email_key = ${emailKey(email)})`;

/** Returns the member, locked, if the caller has seen its current version. */
export async function lockMemberOr404(context: Context, id: string): Promise<MemberRecord> {
  const member = await lockMember(context, id);
  if (!member) throw notFound("member", formatId("member", id));
  requireVersion(context, member);
  return member;
}

export async function requireMember(context: Context, id: string): Promise<MemberRecord> {
  const member = await findMember(context, id);
  if (!member) throw notFound("member", formatId("member", id));
  return member;
}

/** Returns the member. Rejects a caller whom the member ranks above. */
export async function requireMemberToChange(context: Context, id: string): Promise<MemberRecord> {
  const member = await requireMember(context, id);
  requireMayChange(context.caller, member.roles);
  return member;
}

/** Ensures that a site keeps an owner who can sign in. Requires a transaction that has locked the roles. */
export async function requireOtherOwner(
  context: Context,
  { id, roles: memberRoles, status }: MemberRecord,
): Promise<void> {
  if (!memberRoles.includes("owner") || status !== "active" || (await hasOtherOwner(context, id))) return;
  throw new Problem("last_owner", "This is the last owner of the site. Make another member an owner first.");
}

/** Returns names of members by id, with the address as fallback; omits unknown ids. */
export async function namesOfMembers({ db, site }: SiteScope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db.many<{ id: string; name: string }>`
    select id, coalesce(name, email) as name from ${table("members").withIds(site.id, ids)}`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
