import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { MemberChanges, Roles } from "#domain/people/members/member.ts";

const Consent = z.object({
  granted: z.boolean(),
  source: z.string().trim().min(1).max(200).nullable().optional(),
  at: Instant.nullable().optional(),
});

/** A person by id, external id or address. A new one requires an address. Files of pictures are not imported. */
export const MemberRow = MemberChanges.omit({ pictureFileId: true }).extend({
  id: Id("member").optional(),
  roles: Roles.optional(),
  marketingConsent: Consent.optional(),
});
export type PersonRow = z.output<typeof MemberRow>;

/** What of them those may write who teach. */
export const StudentRow = MemberRow.omit({ roles: true, timeZone: true, marketingConsent: true });
