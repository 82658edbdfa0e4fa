import { inOrder, type Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { publicFileUrl } from "#domain/content/files/file-address.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/site/sites/site.ts";

/** The person behind a token, as far as claims may tell of them. */
export interface Subject {
  memberId: string;
  name: string | null;
  pictureFileId: string | null;
  /** The account's address, told only once it is verified. */
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

/** Contract §2.4, as far as the scopes allow: UserInfo and the id_token say the same. */
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
