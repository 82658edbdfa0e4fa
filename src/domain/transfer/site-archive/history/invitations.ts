import * as z from "zod";
import { Invitation, InvitationMessage } from "#domain/people/invitations/invitation.ts";
import { findPendingInvitation, insertInvitation } from "#domain/people/invitations/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { operations } from "../archived-resources.ts";
import { readPages } from "../read-list.ts";
import { notImported } from "./not-imported.ts";
import { knownMember, restoredPart } from "./restored-part.ts";
import { requireOrder } from "./state-times.ts";

const Restored = Invitation.pick({ memberId: true, invitedBy: true, sentAt: true, expiresAt: true }).extend({
  message: InvitationMessage.nullable(),
});

/** Invitations that were not accepted yet. Their mailed links belong to the other site: staff sends them again. */
export const invitations = restoredPart({
  rows: (context) => readPages(context, operations.listInvitations, { status: "pending" }),
  key: ["member_id"],
  schema: Restored,
  notCompared: ["invited_by"],
  insert,
});

async function insert(context: Context, { invitedBy, ...invitation }: z.output<typeof Restored>): Promise<string> {
  requireOrder(invitation, ["sentAt", "expiresAt"]);
  const member = await findMember(context, invitation.memberId);
  if (!member) throw notImported("/memberId", "member");
  if (member.status !== "invited" || (await findPendingInvitation(context, member.id))) {
    throw new Problem("conflict", "The member has joined this site, or has another invitation.");
  }
  const { email, roles } = member;
  const id = newId();
  const by = await knownMember(context, invitedBy);
  await insertInvitation(context, { id, email, roles, ...invitation, invitedBy: by }, context.now);
  return formatId("invitation", id);
}
