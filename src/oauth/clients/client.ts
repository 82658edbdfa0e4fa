import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { formatId, parseId } from "#domain/ids.ts";
import { isLoopbackRedirect } from "../redirect-uri.ts";

export type Audience = "operator" | "member";

export interface Client {
  id: string;
  name: string;
  /** registered: through the registration endpoint; operator: made in the admin area or on the command line. */
  origin: "registered" | "operator";
  audience: Audience;
  tokenEndpointAuthMethod: "none" | "client_secret_post";
  applicationType: string | null;
  redirectUris: string[];
  /** Null: every scope of its audience. */
  scopes: Scope[] | null;
  secretDigest: Buffer | null;
  /** After a rotation the old secret still answers until it expires. */
  previousSecretDigest: Buffer | null;
  previousSecretExpiresAt: Date | null;
  /** Grows with every change of the row: what was read before can be told from what holds now. */
  version: number;
  createdAt: Date;
}

export const formatClientId = (client: { id: string }) => formatId("client", client.id);
export const parseClientId = (text: string) => parseId("client", text);

export const isPublic = (client: Client) => client.tokenEndpointAuthMethod === "none";

/** Anyone may claim the name of such a client: its redirects lead to a program on the person's own machine. */
export const isLoopbackOnly = (client: Client) => client.redirectUris.every(isLoopbackRedirect);

/** `account:*` for member clients alone; the operator's scopes for all others (contract §5.2.5). */
const ofAudience: Record<Audience, ReadonlySet<Scope>> = {
  operator: new Set(scopeNames.filter((name) => scopes[name].kind !== "member")),
  member: new Set(scopeNames.filter((name) => scopes[name].kind !== "operator")),
};

export const clientMayHold = (client: Client, scope: Scope): boolean =>
  ofAudience[client.audience].has(scope) && (client.scopes === null || client.scopes.includes(scope));
