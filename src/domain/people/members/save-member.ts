import * as z from "zod";
import { inOrder } from "#access/roles.ts";
import { checked } from "#domain/platform/checked.ts";
import { type Outcome, outcomeOf } from "#domain/platform/outcome.ts";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { storeEventsAbout } from "#domain/platform/outbox/store-events-about.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { addMemberTo } from "./add-member.ts";
import { changeProfile, consentColumns, newProfile } from "./profile/change-profile.ts";
import { CustomFields, Member, MemberChanges, type MemberRecord, Roles } from "./member.ts";
import { createdEvents, updatedEvents } from "./member-event.ts";
import { findMemberByEmail, findMemberByExternalId, lockMember, lockRoles, lockMemberOr404 } from "./queries.ts";
import { replaceRoles } from "./roles/replace-roles.ts";
import { namesStaff, requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { versioned } from "#domain/platform/versioned.ts";

export const updateMember = operation({
  name: "updateMember",
  summary: "Update a member",
  description: "The sign-in address cannot be changed here.",
  writes: "members:write",
  input: MemberChanges.extend({ id: Id("member") }),
  output: Member,
  async run(context, { id, ...changes }) {
    return changeProfile(context, await lockMemberOr404(context, id), changes);
  },
  event: (_input, member) => updatedEvents(member),
});

/** A member record from another system. A new member needs an address and defaults to the student role. */
export const MemberToSave = MemberChanges.extend({ roles: Roles.optional() });

export const upsertMember = operation({
  name: "upsertMember",
  summary: "Create or update a member by external ID",
  description: "Sends no email.",
  writes: "members:write",
  sensitive: { subject: "roles", when: ({ roles }) => namesStaff(roles) },
  input: MemberToSave.extend({ externalId: ExternalId }),
  output: versioned(Member.extend({ created: z.boolean() })),
  run: (context, fields) => saveMember(context, fields),
});

/** Matches by external id, then by address. */
export async function saveMember(
  context: Context,
  { roles, ...fields }: z.output<typeof MemberToSave>,
): Promise<Outcome<MemberRecord & { created: boolean }>> {
  const { email, externalId } = fields;
  const byExternalId = externalId ? await findMemberByExternalId(context, externalId) : undefined;
  const existingMember = byExternalId ?? (email === undefined ? undefined : await findMemberByEmail(context, email));
  if (existingMember) await storeEventsAbout(context, existingMember.id);
  if (!existingMember || existingMember.status === "removed")
    return outcomeOf({ ...(await add(context, { ...fields, roles }, existingMember)), created: true });
  if (roles) await lockRoles(context);
  const existing = await mustExist(lockMember(context, existingMember.id));
  requireVersion(context, existing);
  const same = !roles || String(existing.roles) === String(inOrder(roles));
  const profile = await changeProfile(context, existing, fields);
  if (profile.changed) await recordEvents(context, updatedEvents(profile.output));
  if (same) return profile.map((member) => ({ ...member, created: false }));
  return outcomeOf({ ...(await replaceRoles(context, profile.output, roles)), created: false });
}

async function add(
  context: Context,
  {
    email,
    name,
    roles = ["student"],
    marketingConsent,
    customFields,
    metadata,
    ...rest
  }: z.output<typeof MemberToSave>,
  removed: MemberRecord | undefined,
): Promise<MemberRecord> {
  const address = email ?? removed?.email;
  if (address === undefined) throw validationFailed("/email", "required", "A new person requires an email address.");
  requireMayChange(context.caller, roles);
  const profile = await newProfile(
    context,
    {
      ...rest,
      ...(customFields && { customFields: checked(CustomFields, withoutNulls(customFields)) }),
      ...(metadata && { metadata: checked(Metadata, withoutNulls(metadata)) }),
    },
    removed?.id,
  );
  const consent =
    marketingConsent && consentColumns(removed?.marketingConsent ?? noConsent, marketingConsent, context.now);
  const newMember = { email: address, name: name ?? null, roles, returns: true, profile: { ...profile, ...consent } };
  const member = await addMemberTo(context, newMember, context.now);
  await recordEvents(context, createdEvents(member));
  return member;
}

export const noConsent = { granted: false, source: null };

export const withoutNulls = <Value>(record: Record<string, Value | null>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Value] => entry[1] !== null));
