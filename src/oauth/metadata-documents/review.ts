import { identityScopes, type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { digest } from "#lib/secret.ts";
import type { Audience } from "../clients/client.ts";

/** What an operator decided of a client: to trust it as one of the staff's, with some scopes alone, or as a member client. */
export const reviews = ["approved", "limited", "member"] as const;
export type Review = (typeof reviews)[number];

/** What a review decides of a client's row. */
export interface Reviewed {
  review: Review | null;
  /** The redirect URIs that were reviewed, of logout too: with others the client is unreviewed again. */
  reviewedRedirectsDigest: Buffer | null;
  reviewedAt: Date | null;
  /** The member who decided; null for the command line. */
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
