import { unchanged } from "#domain/platform/merge-patch/unchanged.ts";
import { differing, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { Metadata } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { checkCustomFields, mergeCustomFields } from "#domain/people/member-fields/check-values.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberChanges, MemberRecord, NewProfile } from "./member.ts";
import { deleteUploadedPicture, requirePicture } from "./picture.ts";
import { findMember, updateMember, whoHas } from "./queries.ts";
import { requireMayChange } from "./role-rules.ts";

/** Changes what is known of somebody, whom the transaction holds; answers `unchanged` where that is known already. Throws `role_escalation`. */
export async function changeProfile(
  context: Context,
  held: MemberRecord,
  changes: MemberChanges,
): Promise<MemberRecord> {
  const { now } = context;
  const { metadata, customFields, marketingConsent, ...plain } = changes;
  const changed = {
    ...differing(held, plain),
    ...computePatch({ metadata: Metadata }, held, { metadata }),
    ...(customFields &&
      differing(held, { customFields: await mergeCustomFields(context, held.customFields, customFields) })),
    ...(marketingConsent && consentColumns(held.marketingConsent, marketingConsent, now)),
  };
  if (isEmptyPatch(changed)) return unchanged(held);
  requireMayChange(context.caller, held.roles);
  await requireFree(context, changed, held.id);
  await requirePicture(context, changed.pictureFileId, held.id);
  await updateMember(context, held, changed, now);
  if (changed.pictureFileId !== undefined) await deleteUploadedPicture(context, held.pictureFileId);
  return (await findMember(context, held.id))!;
}

/** What was said already keeps the moment at which it was. */
function consentColumns(
  held: MemberRecord["marketingConsent"],
  { granted, source }: NonNullable<MemberChanges["marketingConsent"]>,
  now: Date,
) {
  const consentSource = source ?? null;
  if (granted === held.granted && consentSource === held.source) return {};
  return { consentGranted: granted, consentAt: now, consentSource };
}

/** What is known of somebody new, or of somebody who comes back, as it can be kept. */
export async function newProfile(context: Context, profile: NewProfile, own?: string): Promise<NewProfile> {
  await requireFree(context, { externalId: profile.externalId }, own);
  await requirePicture(context, profile.pictureFileId, own);
  if (profile.customFields) await checkCustomFields(context, profile.customFields);
  return profile;
}

async function requireFree(
  context: Context,
  wanted: { email?: string | undefined; externalId?: string | null | undefined },
  own?: string,
): Promise<void> {
  const { byEmail, byExternalId } = await whoHas(context, wanted);
  if (byEmail !== undefined && byEmail !== own) {
    throw new Problem("already_exists", `The member ${formatId("member", byEmail)} has this e-mail address.`);
  }
  if (byExternalId !== undefined && byExternalId !== own) {
    throw new Problem("already_exists", `The member ${formatId("member", byExternalId)} has this external_id.`);
  }
}
