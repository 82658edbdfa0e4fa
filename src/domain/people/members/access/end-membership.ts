import { endMailLinks } from "#domain/messages/mail-links/queries.ts";
import { revokePendingInvitation } from "#domain/people/invitations/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { type Transitions, assertTransition } from "#domain/platform/states/transitions.ts";
import type { Member, MemberRecord } from "../member.ts";
import { memberEvent } from "../member-event.ts";
import { deleteUploadedPicture } from "../profile/picture.ts";
import { findMember, updateMember, requireOtherOwner } from "../queries.ts";
import { unlinked } from "./join-site.ts";
import { endGrants, endSessions, endTokens } from "./end-access.ts";
import { endChargesOf } from "./leaving.ts";

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
