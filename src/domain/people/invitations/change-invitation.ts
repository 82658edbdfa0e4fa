import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { memberEvent } from "#domain/people/members/member-event.ts";
import { findMember, lockMember, updateMember } from "#domain/people/members/queries.ts";
import { namesStaff, requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { Invitation, invitedEvent, type InvitationRow, serializeInvitation } from "./invitation.ts";
import { postInvitation } from "./post-invitation.ts";
import { findInvitationRoles, lockInvitation, revokePendingInvitation, updateInvitation } from "./queries.ts";

/** The address may have been changed since: its owner gets the roles. */
const invitesStaff = async ({ id }: { id: string }, context: Context): Promise<boolean> =>
  namesStaff(await findInvitationRoles(context, id));

export const resendInvitation = operation({
  name: "resendInvitation",
  summary: "Resend an invitation",
  description: "The new link is valid for two weeks. The previous link stops working.",
  writes: "members:write",
  sensitive: { subject: "roles", when: invitesStaff },
  input: z.object({ id: Id("invitation") }),
  output: Invitation,
  async run(context, { id }) {
    const { invitation, member } = await lockPending(context, id, "sent again");
    const { now } = context;
    // The staff may have changed the address since.
    const { email } = member;
    await updateInvitation(context, id, { email, sentAt: now, expiresAt: linkExpiry(now, "invitation") }, now);
    await postInvitation(context, member, invitation.message);
    return serializeInvitation(await mustExist(lockInvitation(context, id)), now);
  },
  event: (_input, invitation) => invitedEvent(invitation),
});

export const revokeInvitation = operation({
  name: "revokeInvitation",
  summary: "Revoke an invitation",
  description: "A person who has not accepted yet does not become a member.",
  writes: "members:write",
  input: z.object({ id: Id("invitation") }),
  output: z.object({ id: Id("invitation") }),
  async run(context, { id }) {
    const { member } = await lockPending(context, id, "revoked");
    await revokePendingInvitation(context, member, context.now);
    if (member.status === "invited") {
      await updateMember(context, member, { status: "removed", roles: [] }, context.now);
      await recordEvent(context, memberEvent("member.removed", await mustExist(findMember(context, member.id))));
    }
    return { id };
  },
});

/** Returns the pending invitation and its member, locked, if the caller may manage that member. */
async function lockPending(
  context: Context,
  id: string,
  to: string,
): Promise<{ invitation: InvitationRow; member: MemberRecord }> {
  const invitation = await lockInvitation(context, id);
  const member = invitation && (await lockMember(context, invitation.memberId));
  if (!member) throw notFound("invitation", formatId("invitation", id));
  requireVersion(context, invitation);
  if (invitation.status !== "pending") {
    const instead = to === "revoked" ? undefined : "Invite the person again if they are not a member.";
    throw invalidState("invitation", invitation.status, to, [], instead);
  }
  requireMayChange(context.caller, member.roles);
  return { invitation, member };
}
