import { type Outcome, outcomeOf, unchanged } from "#domain/platform/outcome.ts";
import { differing, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { Metadata } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { checkCustomFields, mergeCustomFields } from "#domain/people/member-fields/check-values.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberChanges, MemberRecord, NewProfile } from "./member.ts";
import { deleteUploadedPicture, requirePicture } from "./picture.ts";
import { findMember, updateMember, findConflicts } from "./queries.ts";
import { requireMayChange } from "./role-rules.ts";

/** Changes the profile of a locked member; returns `unchanged` if nothing differs. Throws `role_escalation`. */
export async function changeProfile(
  context: Context,
  existing: MemberRecord,
  changes: MemberChanges,
): Promise<Outcome<MemberRecord>> {
  const { now } = context;
  const { metadata, customFields, marketingConsent, ...plain } = changes;
  const changed = {
    ...differing(existing, plain),
    ...computePatch({ metadata: Metadata }, existing, { metadata }),
    ...(customFields &&
      differing(existing, { customFields: await mergeCustomFields(context, existing.customFields, customFields) })),
    ...(marketingConsent && consentColumns(existing.marketingConsent, marketingConsent, now)),
  };
  if (isEmptyPatch(changed)) return unchanged(existing);
  requireMayChange(context.caller, existing.roles);
  await requireFree(context, changed, existing.id);
  await requirePicture(context, changed.pictureFileId, existing.id);
  await updateMember(context, existing, changed, now);
  if (changed.pictureFileId !== undefined) await deleteUploadedPicture(context, existing.pictureFileId);
  return outcomeOf((await findMember(context, existing.id))!);
}

/** Keeps the original timestamp of unchanged consent. */
function consentColumns(
  existing: MemberRecord["marketingConsent"],
  { granted, source }: NonNullable<MemberChanges["marketingConsent"]>,
  now: Date,
) {
  const consentSource = source ?? null;
  if (granted === existing.granted && consentSource === existing.source) return {};
  return { consentGranted: granted, consentAt: now, consentSource };
}

/** Validates and normalizes the profile of a new or returning member. */
export async function newProfile(context: Context, profile: NewProfile, own?: string): Promise<NewProfile> {
  await requireFree(context, { externalId: profile.externalId }, own);
  await requirePicture(context, profile.pictureFileId, own);
  if (profile.customFields) await checkCustomFields(context, profile.customFields);
  return profile;
}

async function requireFree(
  context: Context,
  requested: { email?: string | undefined; externalId?: string | null | undefined },
  own?: string,
): Promise<void> {
  const { byEmail, byExternalId } = await findConflicts(context, requested);
  if (byEmail !== undefined && byEmail !== own) {
    throw new Problem("already_exists", `The member ${formatId("member", byEmail)} has this email address.`);
  }
  if (byExternalId !== undefined && byExternalId !== own) {
    throw new Problem("already_exists", `The member ${formatId("member", byExternalId)} has this external_id.`);
  }
}
