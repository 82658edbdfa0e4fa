import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import { MemberChanges, Roles } from "#domain/people/members/member.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const Consent = z.object({
  granted: z.boolean(),
  source: trimmed().min(1).max(200).nullable().optional(),
  at: Start.nullable().optional(),
});

/** A member by id, external id or email address. New members need an email address. Picture files are not imported. */
export const MemberRow = MemberChanges.omit({ pictureFileId: true }).extend({
  id: Id("member").optional(),
  roles: Roles.optional(),
  marketingConsent: Consent.optional(),
});
export type PersonRow = z.output<typeof MemberRow>;

/** The subset of member fields that teaching staff may write. */
export const StudentRow = MemberRow.omit({ roles: true, timeZone: true, marketingConsent: true });
