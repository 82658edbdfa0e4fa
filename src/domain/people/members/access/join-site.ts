import { contentOf } from "#database/content/content-of.ts";
import { insertAccountSite } from "#domain/people/accounts/queries.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { deleteIdentitiesOf } from "#domain/people/identity-providers/queries.ts";
import { forgetBrowsers } from "#domain/people/sessions/known-browsers.ts";
import { deleteFactors } from "#domain/people/second-factors/queries.ts";
import { endMailLinksOfMember } from "#domain/messages/mail-links/queries.ts";
import type { Role } from "#access/roles.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import { addMemberTo } from "../add-member.ts";
import type { MemberRecord } from "../member.ts";
import { findMember, findMemberByEmail } from "../queries.ts";
import { endSessions } from "./end-membership.ts";

interface Joining {
  accountId: string;
  /** The account's address. */
  email: string;
  name: string | null;
  /** An invited person gets the roles of the invitation instead. */
  roles: readonly Role[];
}

/**
 * Makes a person a member by their own action, or by their creation at this site. Accepts a pending invitation.
 * Requires a transaction. Throws `already_member`.
 */
export async function joinSite(
  scope: SiteScope,
  { accountId, email, name, roles }: Joining,
  now: Date,
): Promise<{ member: MemberRecord; isNew: boolean }> {
  const existing = await findMemberByEmail(scope, email);
  const isNew = existing?.status !== "invited";
  const { id } = isNew ? await addMemberTo(scope, { email, name, roles }, now) : existing;
  if (!(await acceptMembership(scope, id, accountId, now))) {
    throw new Problem("already_member", `${email} is already a member of this site.`);
  }
  return { member: await mustExist(findMember(scope, id)), isNew };
}

/**
 * Links a membership to the account of the person, who thereby consents at this site. From then on, the site sees
 * what concerns the account. A guest's address counts as proven. Requires a transaction. Returns false unless the
 * membership is pending, and for a person who is already a member, also under another address.
 */
export async function acceptMembership(
  scope: SiteScope,
  memberId: string,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const { db, site } = scope;
  const accepted = await db.run`
    update members
       set account_id = ${accountId}, accepted_at = ${now}, status = 'active', version = version + 1, updated_at = ${now},
           email_key = coalesce(guest_email_key, email_key), guest_email_key = null
     where site_id = ${contentOf(site.id)} and id = ${memberId} and status = 'invited' and account_id is null
       and deleted_at is null
       and not exists (select from members as own where own.site_id = ${site.id} and own.account_id = ${accountId})
       and not exists (select from members as other
                        where other.site_id = ${site.id} and other.email_key = members.guest_email_key)`;
  if (accepted === 0) return false;
  // The session of a guest must not become that of the account.
  await endSessions(scope, memberId, now);
  // Nor may what a person who was removed left sign in as the next owner of the address.
  await deleteFactors(scope, memberId);
  await deleteIdentitiesOf(scope, memberId);
  await forgetBrowsers(scope, memberId);
  await db.run`
    update invitations
       set status = 'accepted', accepted_at = ${now}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and status = 'pending'`;
  await endMailLinksOfMember(scope, memberId, now);
  // Stale data from before the person was removed, if another account accepts now.
  await db.run`
    delete from account_sites
     where site_id = ${site.id} and member_id = ${memberId} and account_id <> ${accountId}`;
  await insertAccountSite(db, accountId, { siteId: site.id, memberId });
  return true;
}
