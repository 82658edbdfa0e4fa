import * as z from "zod";
import { inOrder, type Role } from "#access/roles.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { reinstate, requireTransition, suspend } from "#domain/people/members/access/end-membership.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { createdEvents, memberEvent, updatedEvents } from "#domain/people/members/member-event.ts";
import { changeProfile, newProfile } from "#domain/people/members/profile/change-profile.ts";
import { findMember, lockRoles, updateMember, lockMemberOr404 } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { differing, isEmptyPatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { byDirectories, operation } from "#domain/platform/operation.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { requireAddress, requireDirectory, requireMayMoveAddress } from "../caller.ts";
import { customFieldsFrom, directoryFields, newCustomFieldsFrom, rolesAmong } from "./directory-fields.ts";
import { emptyRecord, type ProvisionedMember } from "./provisioned-member.ts";
import { readManaged, storeRecord } from "./queries.ts";
import { settleRoles } from "./settle-roles.ts";
import type { ProvisioningCaller } from "#access/caller.ts";

const output = z.object({ member: z.custom<ProvisionedMember>() });

export const provisionMember = operation({
  name: "provisionMember",
  summary: "Create a member of a directory",
  description:
    "The person stays invited until they sign in. Sends no email. A removed member with the address returns.",
  writes: byDirectories,
  input: z.object(directoryFields).partial().required({ email: true }),
  output,
  async run(context, { email, name = null, givenName = null, familyName = null, externalId = null, ...rest }) {
    const caller = requireDirectory(context);
    requireAddress(caller, email);
    const { active = true, roles: names = [], values = {}, ...plain } = rest;
    const namedRoles = inOrder(rolesAmong(names).filter((role) => role !== "student"));
    requireGivable(caller, namedRoles);
    const roles = inOrder(["student", ...namedRoles]);
    const profile = await newProfile(context, { ...plain, ...(await newCustomFieldsFrom(context, values)) });
    const added = await addMemberTo(context, { email, name, roles, returns: true, profile }, context.now);
    await recordEvents(context, createdEvents(added));
    if (!active) await recordEvents(context, [memberEvent("member.suspended", await suspend(context, added))]);
    await storeRecord(context, caller.keyId, added.id, {
      ...emptyRecord,
      givenName,
      familyName,
      externalId,
      namedRoles,
      addedRoles: namedRoles,
      suspendedAt: active ? null : context.now,
    });
    return { member: await requireManaged(context, added.id) };
  },
  audit: (_input, { member: { id, roles } }) => about("member", id, { roles }),
});

async function requireManaged(context: Context, id: string): Promise<ProvisionedMember> {
  const [member] = await readManaged(context, requireDirectory(context), [id]);
  if (!member) throw notFound("member", formatId("member", id));
  return member;
}

export const changeProvisionedMember = operation({
  name: "changeProvisionedMember",
  summary: "Change a member of a directory",
  description: "Suspends the member if `active` becomes false. Lifts a suspension only if the directory caused it.",
  writes: byDirectories,
  input: z
    .object(directoryFields)
    .partial()
    .extend({ id: Id("member") }),
  output,
  async run(context, { id, active, roles, values = {}, externalId, givenName, familyName, ...plain }) {
    const caller = requireDirectory(context);
    await requireManaged(context, id);
    if (active !== undefined || roles) await lockRoles(context);
    const existing = await lockMemberOr404(context, id);
    // Read again under the lock.
    const before = await requireManaged(context, id);
    if (plain.email !== undefined && plain.email !== existing.email) {
      requireAddress(caller, plain.email);
      requireMayMoveAddress(caller, existing);
    }
    const customFields = await customFieldsFrom(context, values);
    const { output: changed, changed: isProfile } = await changeProfile(context, existing, {
      ...plain,
      ...(customFields && { customFields }),
    });
    if (isProfile) await recordEvents(context, updatedEvents(changed));
    let member = changed;
    const changedFields = differing(before, {
      ...(externalId !== undefined && { externalId }),
      ...(givenName !== undefined && { givenName }),
      ...(familyName !== undefined && { familyName }),
    });
    let record: Parameters<typeof storeRecord>[3] = changedFields;
    if (roles) {
      const sent = rolesAmong(roles);
      requireGivable(caller, sent, existing.roles);
      // A role that the member has through the school is not one that the directory gave.
      const namedRoles = inOrder(
        sent.filter((role) => before.namedRoles.includes(role) || !existing.roles.includes(role)),
      );
      const settled = await settleRoles(context, caller, member, { ...before, namedRoles });
      member = settled.member;
      record = { ...record, ...differing(before, { namedRoles, addedRoles: settled.addedRoles }) };
    }
    if (active !== undefined) record = { ...record, ...(await setActive(context, before, member, active)) };
    const isRecord = !isEmptyPatch(record);
    if (isRecord) {
      await storeRecord(context, caller.keyId, id, record);
      // The version covers the record too.
      await updateMember(context, await mustExist(findMember(context, id)), {}, context.now);
    }
    const now = await requireManaged(context, id);
    return new Outcome({ member: now }, { changed: now.version !== before.version });
  },
  audit: ({ id, active }, { member: { roles } }) =>
    about("member", id, { roles, ...(active !== undefined && { active }) }),
});

/** Suspends or reinstates the member. Returns the change of the record. */
async function setActive(
  context: Context,
  { suspendedAt }: Pick<ProvisionedMember, "suspendedAt">,
  member: MemberRecord,
  active: boolean,
): Promise<{ suspendedAt?: Date | null }> {
  const isActive = member.status !== "suspended";
  if (!active) {
    // Staff who suspended the member decide when they return.
    if (!isActive) return {};
    await requireTransition(context, member, "suspended");
    await recordEvents(context, [memberEvent("member.suspended", await suspend(context, member))]);
    return { suspendedAt: context.now };
  }
  if (isActive || suspendedAt === null) return suspendedAt === null ? {} : { suspendedAt: null };
  await requireTransition(context, member, "active");
  await recordEvents(context, [memberEvent("member.updated", await reinstate(context, member))]);
  return { suspendedAt: null };
}

/** Throws if the directory names a role that its key does not give, unless the member has it already. */
function requireGivable(
  { givableRoles }: ProvisioningCaller,
  named: readonly Role[],
  existing: readonly Role[] = [],
): void {
  const beyond = named.find((role) => role !== "student" && !givableRoles.includes(role) && !existing.includes(role));
  if (beyond === undefined) return;
  throw validationFailed(
    "/roles",
    "role_escalation",
    beyond === "owner"
      ? "A directory never gives the role owner."
      : `The key does not give the role ${beyond}. An owner of the school can allow it.`,
  );
}
