import { contentOf } from "#database/content/content-of.ts";
import { rows, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { digest } from "#lib/secrets/secret.ts";
import { type MemberRecord, searchTermsOfMember } from "#domain/people/members/member.ts";
import { findMember } from "#domain/people/members/queries.ts";

interface NewGuest {
  id: string;
  /** The address that the person entered. It may belong to another member. */
  email: string;
  locale: string;
}

/**
 * Adds a guest: an invited member who bought something before they proved their address. `email_key` is a key that no
 * address has, so that nothing of another member with the address is found or refused. Returns undefined if the ID
 * exists: the form was sent twice.
 */
export async function addGuest(context: Context, { id, email, locale }: NewGuest): Promise<MemberRecord | undefined> {
  const { db, site, now } = context;
  const guest = { id, email, name: null, locale, roles: ["student" as const], status: "invited" as const };
  const keys = { emailKey: `guest ${id}`, guestEmailKey: emailKey(email) };
  const times = { joinedAt: now, createdAt: now, updatedAt: now };
  const row = { siteId: site.id, ...guest, ...keys, ...times, searchTerms: searchTermsOfMember(site, guest) };
  const added = await db.run`insert into members ${rows(row)} on conflict (site_id, id) do nothing`;
  return added === 1 ? mustExist(findMember(context, id)) : undefined;
}

/** Returns the address that a guest has not proven yet. Undefined for everyone else. */
export async function findGuestAddress({ db, site }: SiteScope, memberId: string): Promise<string | undefined> {
  const found = await db.first<{ email: string; guestEmailKey: string | null; status: string }>`
    select email, guest_email_key, status from members
     where site_id = ${site.id} and id = ${memberId} and ${table("members").present}`;
  return found?.guestEmailKey == null || found.status !== "invited" ? undefined : found.email;
}

/** More purchases of one address are claimed at the next sign-in. */
const maxClaimed = 20;

/** Returns the guests with an address, who have not proven it. */
export async function findGuestsWith({ db, site }: SiteScope, email: string): Promise<string[]> {
  const found = await db.many<{ id: string }>`
    select id from members
     where site_id = ${site.id} and guest_email_key = ${emailKey(email)} and guest_email_key is not null
       and status = 'invited' and ${table("members").present}
     order by guest_email_key, id limit ${maxClaimed}`;
  return found.map(({ id }) => id);
}

/** Corrects the address of a guest, which is not proven either. Returns false if it was proven meanwhile. */
export async function changeGuestAddress(context: Context, memberId: string, email: string): Promise<boolean> {
  const { db, site, now } = context;
  const terms = searchTermsOfMember(site, { email, name: null });
  const changed = await db.run`
    update members
       set email = ${email}, guest_email_key = ${emailKey(email)}, search_terms = ${terms}::text[],
           version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and id = ${memberId} and guest_email_key is not null and status = 'invited'`;
  return changed === 1;
}

/**
 * Finds the session of a guest in the browser in which they bought. It shows what they bought and nothing of an account.
 * It ends with the proof of the address. Roles that staff gave to the address count after it.
 */
export async function findGuestSession(
  { db, site }: SiteScope,
  secret: string,
  now: Date,
): Promise<Session | undefined> {
  // By keys alone, conditions afterwards. A guest has no account. Their own ID takes its place and names none.
  const guestSession = await db.first<Session & { isLive: boolean }>`
    select sessions.id, sessions.member_id, sessions.member_id as account_id, sessions.authenticated_at,
           sessions.amr, coalesce(sessions.opened_at, sessions.authenticated_at) as opened_at, sessions.last_seen_at, array['student']::text[] as roles, members.name, members.email, members.locale, 0 as unread, true as is_guest,
           sessions.expires_at > ${now} and sessions.revoked_at is null
             and members.status = 'invited' and members.guest_email_key is not null as is_live
      from sessions
     cross join ${table("members").joined(site.id, sql`sessions.member_id`)}
     where sessions.site_id = ${site.id} and sessions.digest = ${digest(secret)}`;
  if (!guestSession?.isLive) return undefined;
  const { isLive: _live, ...session } = guestSession;
  return session;
}
