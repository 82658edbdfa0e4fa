import { inOrder } from "#access/roles.ts";
import { spellingsOf } from "#domain/platform/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { searchTermsFor, termOf } from "#domain/platform/search/search-terms.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import type { MemberRecord } from "./member.ts";

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
export const termsOfMember = (site: SiteScope["site"], member: Found): string[] => [
  ...searchTermsFor(site, [member.name, ...spellingsOf(member.email), member.phone, member.externalId], member.tags),
  ...Object.keys(member.customFields ?? {}).map((handle) => fieldTermOf(site, handle)),
];

/** Search term of members with a value of this custom field. */
export const fieldTermOf = (site: SiteScope["site"], handle: string): string => termOf(site, `=${handle}`);
