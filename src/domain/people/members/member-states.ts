import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { revokePendingInvitation } from "#domain/people/invitations/queries.ts";
import { endMailLinks } from "#domain/messages/mail-links/queries.ts";
import { type Transitions, assertTransition } from "#domain/platform/transitions.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { unlinked } from "./access/accept-membership.ts";
import { endGrants, endSessions, endTokens } from "./access/end-access.ts";
import { endChargesOf } from "./access/leaving.ts";
import { Member, type MemberRecord } from "./member.ts";
import { memberEvent } from "./member-event.ts";
import { deleteUploadedPicture } from "./profile/picture.ts";
import { findMember, lockRoles, updateMember } from "./queries.ts";
import { lockMemberOr404 } from "./require-member.ts";
import { requireOtherOwner } from "./roles/other-owner.ts";
import { requireMayChange } from "#domain/platform/role-rules.ts";

/** active or invited ⇄ suspended. Removed members return only by being added again. */
const transitions: Transitions<Member["status"]> = {
  active: ["suspended", "removed"],
  invited: ["suspended", "removed"],
  suspended: ["active", "removed"],
  removed: [],
};

const aMember = z.object({ id: Id("member") });

export const suspendMember = operation({
  name: "suspendMember",
  summary: "Suspend a member",
  description: "Ends their sessions and tokens immediately. They cannot sign in until they are reinstated.",
  access: { scope: "members:write" },
  writes: true,
  input: aMember,
  output: Member,
  async run(context, { id }) {
    const existing = await lockForTransition(context, id, "suspended");
    await endSessions(context, id, context.now);
    await endTokens(context, id, context.now);
    return move(context, existing, "suspended");
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("member", id),
  event: (_input, member) => memberEvent("member.suspended", member),
});

export const unsuspendMember = operation({
  name: "unsuspendMember",
  summary: "Reinstate a suspended member",
  description: "The member has to sign in again.",
  access: { scope: "members:write" },
  writes: true,
  input: aMember,
  output: Member,
  async run(context, { id }) {
    const existing = await lockForTransition(context, id, "active");
    return move(context, existing, existing.accountId === null ? "invited" : "active");
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("member", id),
  event: (_input, member) => memberEvent("member.updated", member),
});

export const removeMember = operation({
  name: "removeMember",
  summary: "Remove a member",
  description:
    "Ends the member's roles at the site and the access of applications they authorized. Purchases are kept, and " +
    "installments are not charged any further.",
  access: { scope: "members:write" },
  writes: true,
  input: aMember.extend({
    cancelSubscriptions: z.boolean().default(false).meta({ description: "Cancels active subscriptions as well" }),
  }),
  output: z.object({ id: Id("member") }),
  async run(context, { id, cancelSubscriptions }) {
    const existing = await lockForTransition(context, id, "removed");
    const { now } = context;
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
    return { id };
  },
  audit: (_input, { id }) => about("member", id),
});

export const revokeMemberSessions = operation({
  name: "revokeMemberSessions",
  summary: "Sign a member out everywhere",
  description: "Ends the member's sessions in all browsers.",
  access: { scope: "members:write" },
  writes: true,
  input: aMember,
  output: z.object({ id: Id("member"), revoked: z.number().int().min(0) }),
  async run(context, { id }) {
    const existing = await lockMemberOr404(context, id);
    requireMayChange(context.caller, existing.roles);
    return { id, revoked: await endSessions(context, id, context.now) };
  },
  audit: ({ id }, { revoked }) => about("member", id, { revoked }),
});

/** Returns the member, with the member and the site's roles locked, if caller and status allow the transition. */
async function lockForTransition(context: Context, id: string, to: Member["status"]): Promise<MemberRecord> {
  await lockRoles(context);
  const existing = await lockMemberOr404(context, id);
  assertTransition("member", transitions, existing.status, to);
  requireMayChange(context.caller, existing.roles);
  if (to !== "active") await requireOtherOwner(context, existing);
  return existing;
}

async function move(context: Context, existing: MemberRecord, status: Member["status"]): Promise<MemberRecord> {
  await updateMember(context, existing, { status }, context.now);
  return mustExist(findMember(context, existing.id));
}
