import { inOrder, type Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/platform/site/site.ts";

/** The member behind a token, reduced to the data for claims. */
export interface Subject {
  memberId: string;
  name: string | null;
  pictureFileId: string | null;
  /** The account's email address, exposed only once verified. */
  email: string;
  emailVerified: boolean;
  roles: readonly Role[];
}

export interface Claims {
  sub: string;
  email?: string;
  /** OpenID Connect Core §5.1. Unverified addresses are left out, so the value is always true. */
  email_verified?: true;
  name?: string;
  picture?: string;
  org_id?: string;
  roles?: Role[];
}

/** Claims allowed by the scopes (contract §2.4). UserInfo and the id_token share them. */
export function claimsOf(site: Site, subject: Subject, scopes: readonly Scope[]): Claims {
  const claims: Claims = { sub: formatId("member", subject.memberId) };
  if (scopes.includes("email") && subject.emailVerified) {
    claims.email = subject.email;
    claims.email_verified = true;
  }
  if (!scopes.includes("profile")) return claims;
  if (subject.name !== null) claims.name = subject.name;
  const picture = publicFileUrl(site, subject.pictureFileId);
  if (picture !== null) claims.picture = picture;
  claims.org_id = formatId("site", site.id);
  claims.roles = inOrder(subject.roles);
  return claims;
}
