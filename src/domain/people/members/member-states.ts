import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { reinstate, remove, requireTransition, suspend, endSessions } from "./access/end-membership.ts";
import { Member, type MemberRecord } from "./member.ts";
import { memberEvent } from "./member-event.ts";
import { lockRoles, lockMemberOr404 } from "./queries.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";

const aMember = z.object({ id: Id("member") });

export const suspendMember = operation({
  name: "suspendMember",
  summary: "Suspend a member",
  description: "Ends their sessions and tokens immediately. They cannot sign in until they are reinstated.",
  writes: "members:write",
  input: aMember,
  output: Member,
  async run(context, { id }) {
    const existing = await lockForTransition(context, id, "suspended");
    return suspend(context, existing);
  },
  event: (_input, member) => memberEvent("member.suspended", member),
});

export const unsuspendMember = operation({
  name: "unsuspendMember",
  summary: "Reinstate a suspended member",
  description: "The member has to sign in again.",
  writes: "members:write",
  input: aMember,
  output: Member,
  async run(context, { id }) {
    const existing = await lockForTransition(context, id, "active");
    return reinstate(context, existing);
  },
  event: (_input, member) => memberEvent("member.updated", member),
});

export const removeMember = operation({
  name: "removeMember",
  summary: "Remove a member",
  description:
    "Ends the member's roles at the site and the access of applications they authorized. Purchases are kept, and " +
    "installments are not charged any further.",
  writes: "members:write",
  input: aMember.extend({
    cancelSubscriptions: z.boolean().default(false).meta({ description: "Cancels active subscriptions as well" }),
  }),
  output: z.object({ id: Id("member") }),
  async run(context, { id, cancelSubscriptions }) {
    const existing = await lockForTransition(context, id, "removed");
    await remove(context, existing, cancelSubscriptions);
    return { id };
  },
});

export const revokeMemberSessions = operation({
  name: "revokeMemberSessions",
  summary: "Sign a member out everywhere",
  description: "Ends the member's sessions in all browsers.",
  writes: "members:write",
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
  requireMayChange(context.caller, existing.roles);
  await requireTransition(context, existing, to);
  return existing;
}
