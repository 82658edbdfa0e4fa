import * as z from "zod";
import { roles, inOrder } from "#access/roles.ts";
import { EmailAddress, spellingsOf } from "#domain/platform/email.ts";
import { ExternalId, LanguageTag, Metadata, Tags } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { MetadataChanges } from "#domain/platform/metadata.ts";
import { TimeZone } from "#domain/platform/time/time-zone.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { adviceOnName, isOneLine } from "#lib/text/one-line.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { searchTermsFor, termOf } from "#domain/platform/search/search-terms.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";

/**
 * invited: the person has not accepted at this site, with or without an account. Only an active member can have a
 * session or a token.
 */
export const memberStatuses = ["active", "invited", "suspended", "removed"] as const;

/** At least one, returned highest privilege first. */
export const Roles = z.array(z.enum(roles)).min(1, `Expected at least one of ${roles.join(", ")}.`);

export const FullName = trimmed()
  .min(1)
  .max(200)
  .refine(isOneLine, { error: ({ input }) => adviceOnName(input) });

/** Free-form number: E.164, or with spaces and brackets. */
const Phone = trimmed().regex(/^\+?[0-9][0-9 ().\-/]{2,39}$/, "Expected a telephone number, like +886 2 1234 5678.");

/** Stable key of a custom field for API clients. */
export const FieldHandle = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, "Expected a handle like shirt_size: lower-case letters, digits and underscores.");

const FieldValue = z.union([z.string().max(2000), z.number(), z.boolean()]);

export const CustomFields = z
  .record(FieldHandle, FieldValue)
  .meta({ description: "Values of the site's member fields, keyed by handle" });
export type CustomFields = z.output<typeof CustomFields>;

/** Patch: null removes a value. */
export const CustomFieldChanges = z.record(
  FieldHandle,
  z.union([z.string().max(2000).nullable(), z.number(), z.boolean()]),
);

/** A person's consent to marketing email. */
const MarketingConsent = z
  .object({
    granted: z.boolean(),
    at: Instant.nullable().meta({ description: "The time at which consent was given or withdrawn" }),
    source: untrusted(z.string().nullable().meta({ description: "The source of the consent, such as a form" })),
  })
  .meta({ id: "MarketingConsent" });

const ConsentChange = z.object({ granted: z.boolean(), source: trimmed().min(1).max(200).optional() });

/** An external identity for sign-in. A site sees only these fields. */
const Identity = z
  .object({ provider: z.string(), subjectMasked: untrusted(z.string()), linkedAt: Instant })
  .meta({ id: "Identity" });

/** Shared by members and students. */
export const pictureDescription =
  "File of the profile picture: a public JPEG, PNG, WebP or GIF image of the file library. A picture that the member uploaded is not in the file library. It is deleted when it is replaced.";

/** A member of one site, as visible to its staff. */
export const Member = versionedResource("member", {
  email: untrusted(
    z.string().meta({ description: "Contact address. Members sign in with the address of their account." }),
  ),
  emailVerified: z.boolean(),
  name: untrusted(z.string().nullable()),
  phone: untrusted(z.string().nullable()),
  pictureFileId: Id("file").nullable().meta({ description: pictureDescription }),
  pictureUrl: z.string().nullable(),
  locale: z.string().nullable(),
  timeZone: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  status: z.enum(memberStatuses),
  tags: z.array(z.string()),
  customFields: untrusted(CustomFields),
  marketingConsent: MarketingConsent,
  identities: z.array(Identity),
  joinedAt: Instant,
  lastSignInAt: Instant.nullable(),
  signInCount: z.number().int().min(0),
  lecturerId: Id("lecturer").nullable().meta({ description: "ID of the public lecturer profile of this member" }),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Member = z.output<typeof Member>;

/** Editable profile fields, without the roles. */
export const profile = {
  name: FullName.nullable(),
  phone: Phone.nullable(),
  pictureFileId: Id("file").nullable().meta({ description: pictureDescription }),
  locale: LanguageTag.nullable(),
  timeZone: TimeZone.nullable(),
  tags: Tags,
  customFields: CustomFieldChanges,
  externalId: ExternalId.nullable(),
  metadata: MetadataChanges,
};

export const NewProfile = z.object({ ...profile, customFields: CustomFields, metadata: Metadata }).partial();
export type NewProfile = z.output<typeof NewProfile>;

export const MemberChanges = z.object({ email: EmailAddress, ...profile, marketingConsent: ConsentChange }).partial();
export type MemberChanges = z.output<typeof MemberChanges>;

/** Includes the account id, which no surface exposes. Null until the person accepts, and after removal. */
export type MemberRecord = Member & { accountId: string | null; lastActiveAt: Date | null; version: number };

/** A member row as read from the database. */
export interface MemberRow extends Omit<MemberRecord, "object" | "pictureUrl" | "identities" | "marketingConsent"> {
  consentGranted: boolean;
  consentAt: Date | null;
  consentSource: string | null;
}

export function memberFrom<Row extends MemberRow>(
  site: SiteScope["site"],
  { consentGranted, consentAt, consentSource, ...row }: Row,
): Omit<Row, "consentGranted" | "consentAt" | "consentSource"> & MemberRecord {
  const marketingConsent = { granted: consentGranted, at: consentAt, source: consentSource };
  const pictureUrl = publicFileUrl(site, row.pictureFileId);
  return { ...row, object: "member" as const, pictureUrl, roles: inOrder(row.roles), marketingConsent, identities: [] };
}

type Found = Pick<MemberRecord, "email" | "name"> &
  Partial<Pick<MemberRecord, "phone" | "externalId" | "tags" | "customFields">>;

/** Returns a member's search terms: words, complete tags, and handles of custom fields with a value. */
export const searchTermsOfMember = (site: SiteScope["site"], member: Found): string[] => [
  ...searchTermsFor(site, [member.name, ...spellingsOf(member.email), member.phone, member.externalId], member.tags),
  ...Object.keys(member.customFields ?? {}).map((handle) => fieldTermOf(site, handle)),
];

/** Search term of members with a value of this custom field. */
export const fieldTermOf = (site: SiteScope["site"], handle: string): string => termOf(site, `=${handle}`);
