import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import { checkCustomFields, mergeCustomFields } from "#domain/member-fields/check-values.ts";
import { mergeMetadata } from "#domain/metadata.ts";
import { Problem } from "#domain/problem.ts";
import type { MemberChanges, MemberRecord, NewProfile } from "./member.ts";
import { findMember, updateMember, whoHas } from "./queries.ts";

/** Changes what is known of somebody, whom the transaction holds. */
export async function changeProfile(
  context: Context,
  held: MemberRecord,
  changes: MemberChanges,
): Promise<MemberRecord> {
  const { now } = context;
  const { metadata, customFields, marketingConsent, ...plain } = changes;
  await requireFree(context, plain, held.id);
  const merged = {
    ...plain,
    ...(metadata && { metadata: mergeMetadata(held.metadata, metadata) }),
    ...(customFields && { customFields: await mergeCustomFields(context, held.customFields, customFields) }),
    ...(marketingConsent && {
      consentGranted: marketingConsent.granted,
      consentAt: now,
      consentSource: marketingConsent.source ?? null,
    }),
  };
  await updateMember(context, held, merged, now);
  return (await findMember(context, held.id))!;
}

/** What is known of somebody new, or of somebody who comes back, as it can be kept. */
export async function newProfile(context: Context, profile: NewProfile, own?: string): Promise<NewProfile> {
  await requireFree(context, { externalId: profile.externalId }, own);
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
