import { identityScopes, type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { Audience } from "#oauth/clients/audience.ts";

/** A review decision: staff client with all scopes, staff client with some scopes, or member client. */
export const reviews = ["approved", "limited", "member"] as const;
export type Review = (typeof reviews)[number];

/** The columns of a client set by a review. */
export interface Reviewed {
  review: Review | null;
  /** Digest of the reviewed redirect and logout redirect URIs. If they change, the review is void. */
  reviewedRedirectsDigest: Buffer | null;
  reviewedAt: Date | null;
  /** The deciding member; null for the command line. */
  reviewedBy: string | null;
  audience: Audience;
  /** Null: every scope of its audience. */
  scopes: Scope[] | null;
}

const isRead = (name: Scope) => scopes[name].kind === "operator" && name.endsWith(":read");

/** Contract §5.2.3: read and identity scopes only. */
export const unreviewed: Reviewed = {
  review: null,
  reviewedRedirectsDigest: null,
  reviewedAt: null,
  reviewedBy: null,
  audience: "operator",
  scopes: [...identityScopes, ...scopeNames.filter(isRead)],
};

interface Redirects {
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
}

/** Independent of the order of the lists. */
export const redirectsDigest = ({ redirectUris, postLogoutRedirectUris }: Redirects): Buffer =>
  digest(JSON.stringify([...redirectUris, ...postLogoutRedirectUris].sort()));
