import { type Outcome, outcomeOf, unchanged } from "#domain/platform/outcome.ts";
import { differing, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { Metadata } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { checkCustomFields, mergeCustomFields } from "#domain/people/member-fields/check-values.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberChanges, MemberRecord, NewProfile } from "#domain/people/members/member.ts";
import { deleteUploadedPicture, requirePicture } from "./picture.ts";
import { findMember, updateMember, findConflicts } from "#domain/people/members/queries.ts";
import { requireAuthentication } from "#domain/platform/authentication/require-authentication.ts";
import { namesStaff, requireMayChange } from "#domain/platform/callers/role-rules.ts";

/** Changes the profile of a locked member; returns `unchanged` if nothing differs. Throws `role_escalation`. */
export async function changeProfile(
  context: Context,
  existing: MemberRecord,
  changes: MemberChanges,
): Promise<Outcome<MemberRecord>> {
  const { now } = context;
  const merge: MergeFields = (...values) => mergeCustomFields(context, ...values);
  const changed = await changedColumns(existing, changes, merge, now);
  if (isEmptyPatch(changed)) return unchanged(existing);
  await requireMayWrite(context, existing, changed);
  await requireFree(context, changed, existing.id);
  await requirePicture(context, changed.pictureFileId, existing.id);
  await updateMember(context, existing, changed, now);
  if (changed.pictureFileId !== undefined) await deleteUploadedPicture(context, existing.pictureFileId);
  return outcomeOf(await mustExist(findMember(context, existing.id)));
}

/**
 * Throws unless the caller may write these changes of a profile. The new address of an invited colleague receives their
 * roles, as an invitation would.
 */
export async function requireMayWrite(
  context: Context,
  { roles, status }: Pick<MemberRecord, "roles" | "status">,
  { email }: { email?: string },
): Promise<void> {
  requireMayChange(context.caller, roles);
  if (email === undefined || status !== "invited" || !namesStaff(roles)) return;
  await requireAuthentication({ subject: "roles" }, context, {});
}

type MergeFields = (
  existing: MemberRecord["customFields"],
  changes: NonNullable<MemberChanges["customFields"]>,
) => MemberRecord["customFields"] | Promise<MemberRecord["customFields"]>;

/** Returns the columns that a change of the profile changes, with their new values. */
export async function changedColumns(
  existing: MemberRecord,
  { metadata, customFields, marketingConsent, ...plain }: MemberChanges,
  merge: MergeFields,
  now: Date,
) {
  return {
    ...differing(existing, plain),
    ...computePatch({ metadata: Metadata }, existing, { metadata }),
    ...(customFields && differing(existing, { customFields: await merge(existing.customFields, customFields) })),
    ...(marketingConsent && consentColumns(existing.marketingConsent, marketingConsent, now)),
  };
}

/** Keeps the original timestamp of unchanged consent. */
export function consentColumns(
  existing: Pick<MemberRecord["marketingConsent"], "granted" | "source">,
  { granted, source }: NonNullable<MemberChanges["marketingConsent"]>,
  now: Date,
): ConsentColumns {
  const consentSource = source ?? null;
  if (granted === existing.granted && consentSource === existing.source) return {};
  return { consentGranted: granted, consentAt: now, consentSource };
}

/** Empty if the consent does not change. */
export type ConsentColumns = Partial<{ consentGranted: boolean; consentAt: Date; consentSource: string | null }>;

/** Validates and normalizes the profile of a new or returning member. */
export async function newProfile(context: Context, profile: NewProfile, exceptId?: string): Promise<NewProfile> {
  await requireFree(context, { externalId: profile.externalId }, exceptId);
  await requirePicture(context, profile.pictureFileId, exceptId);
  if (profile.customFields) await checkCustomFields(context, profile.customFields);
  return profile;
}

async function requireFree(
  context: Context,
  requested: { email?: string | undefined; externalId?: string | null | undefined },
  own?: string,
): Promise<void> {
  requireNotTaken(await findConflicts(context, requested), own);
}

/** Throws if another member than `exceptId` has the address or the external id. */
export function requireNotTaken(
  { byEmail, byExternalId }: { byEmail: string | undefined; byExternalId: string | undefined },
  exceptId?: string,
): void {
  if (byEmail !== undefined && byEmail !== exceptId) {
    throw new Problem("already_exists", `The member ${formatId("member", byEmail)} has this email address.`);
  }
  if (byExternalId !== undefined && byExternalId !== exceptId) {
    throw new Problem("already_exists", `The member ${formatId("member", byExternalId)} has this external_id.`);
  }
}
