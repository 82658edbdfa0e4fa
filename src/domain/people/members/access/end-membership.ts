import { endMailLinks } from "#domain/messages/mail-links/queries.ts";
import { revokePendingInvitation } from "#domain/people/invitations/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { type Transitions, assertTransition } from "#domain/platform/states/transitions.ts";
import type { Member, MemberRecord } from "../member.ts";
import { memberEvent } from "../member-event.ts";
import { deleteUploadedPicture } from "../profile/picture.ts";
import { findMember, updateMember, requireOtherOwner } from "../queries.ts";
import { endChargesOf } from "./leaving.ts";
import { mayUse, type Role } from "#access/roles.ts";
import { scopeNames } from "#access/scopes.ts";

/** active or invited ⇄ suspended. Removed members return only by being added again. */
const transitions: Transitions<Member["status"]> = {
  active: ["suspended", "removed"],
  invited: ["suspended", "removed"],
  suspended: ["active", "removed"],
  removed: [],
};

/** Throws unless the status allows the transition and an owner remains. Requires locks on the member and the roles. */
export async function requireTransition(context: Context, existing: MemberRecord, to: Member["status"]): Promise<void> {
  assertTransition("member", transitions, existing.status, to);
  if (to !== "active") await requireOtherOwner(context, existing);
}

/** Suspends a member after `requireTransition`. Ends their sessions and tokens. */
export async function suspend(context: Context, existing: MemberRecord): Promise<MemberRecord> {
  await endSessions(context, existing.id, context.now);
  await endTokens(context, existing.id, context.now);
  return move(context, existing, "suspended");
}

/** Reinstates a suspended member after `requireTransition`. */
export const reinstate = (context: Context, existing: MemberRecord): Promise<MemberRecord> =>
  move(context, existing, existing.accountId === null ? "invited" : "active");

async function move(context: Context, existing: MemberRecord, status: Member["status"]): Promise<MemberRecord> {
  await updateMember(context, existing, { status }, context.now);
  return mustExist(findMember(context, existing.id));
}

/** Removes a member after `requireTransition`: ends their roles, sessions, tokens and charges. Purchases are kept. */
export async function remove(context: Context, existing: MemberRecord, cancelSubscriptions: boolean): Promise<void> {
  const { now } = context;
  const { id } = existing;
  await endChargesOf.call(context, id, cancelSubscriptions);
  await endSessions(context, id, now);
  const grants = await endGrants(context, id, now);
  await revokePendingInvitation(context, existing, now);
  if (existing.accountId !== null) await endMailLinks(context, existing.accountId);
  // The person can no longer sign in here to remove it.
  const cleared = (await deleteUploadedPicture(context, existing.pictureFileId)) && { pictureFileId: null };
  await updateMember(context, existing, { status: "removed", roles: [], ...unlinked, ...cleared }, now);
  await recordEvents(context, [
    memberEvent("member.removed", await mustExist(findMember(context, id))),
    ...grants.map((grant) => eventAbout("oauth_client.revoked", "grant", grant.id)),
  ]);
}

/** Ends a member's sessions. Returns their number. */
export const endSessions = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  db.run`
    update sessions set revoked_at = ${now}
    where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null and expires_at > ${now}`;

/** Revokes all tokens that clients got for the member; consent records stay. */
const endTokens = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  db.run`
    update families set revoked_at = ${now}
      from grants
     where families.site_id = ${site.id} and families.revoked_at is null and families.expires_at > ${now}
       and grants.site_id = ${site.id} and grants.id = families.grant_id
       and grants.member_id = ${memberId} and grants.revoked_at is null`;

/** Revokes the grants that the member gave to clients and returns them. */
export const endGrants = ({ db, site }: SiteScope, memberId: string, now: Date): Promise<{ id: string }[]> =>
  db.write.many<{ id: string }>`
    update grants set revoked_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and revoked_at is null
    returning id`;

/**
 * Ends the members' refresh tokens with a scope that these roles do not grant. A consent given under former roles must not revive
 * when the roles return. Access tokens already fail with `role_required`. The tokens expire instead of being marked
 * as used: a client that presents one did not steal it.
 */
export async function endTokensBeyond(
  { db, site }: SiteScope,
  memberIds: readonly string[],
  roles: readonly Role[],
  now: Date,
): Promise<void> {
  const lost = scopeNames.filter((scope) => !mayUse(roles, scope));
  if (lost.length === 0) return;
  await db.run`
    update tokens set expires_at = ${now}
      from families, grants
     where tokens.site_id = ${site.id} and tokens.family_id = families.id and tokens.kind = 'refresh'
       and tokens.spent_at is null and tokens.expires_at > ${now} and tokens.scopes && ${lost}::text[]
       and families.site_id = ${site.id} and families.grant_id = grants.id and families.revoked_at is null
       and grants.site_id = ${site.id} and grants.member_id = any(${memberIds}::uuid[])
       and grants.revoked_at is null`;
}

/** Columns of a removed member: the row is detached from the account and its later changes. */
export const unlinked = { accountId: null, acceptedAt: null } as const;
