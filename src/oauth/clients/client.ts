import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import type { Review } from "../metadata-documents/review.ts";
import { staysOnDevice } from "../redirect-uri.ts";

export type Audience = "operator" | "member";

/**
 * How a client came to exist: it registered itself, an operator made it in the admin area, it is the client of a known
 * integration that the site has switched on, it describes itself in a document at the address that is its client_id, or
 * it is the page on which the site lets people try the Member API.
 */
export type ClientOrigin = "registered" | "operator" | "integration" | "metadata_document" | "explorer";

export interface Client {
  id: string;
  name: string;
  origin: ClientOrigin;
  audience: Audience;
  tokenEndpointAuthMethod: "none" | "client_secret_post";
  applicationType: string | null;
  redirectUris: string[];
  /** Where people may be sent after they signed out; compared exactly. */
  postLogoutRedirectUris: string[];
  /** A resource server of the site: it may introspect the tokens of every client. */
  introspectsAllTokens: boolean;
  /** Null: every scope of its audience. */
  scopes: Scope[] | null;
  secretDigest: Buffer | null;
  /** After a rotation the old secret still answers until it expires. */
  previousSecretDigest: Buffer | null;
  previousSecretExpiresAt: Date | null;
  /** The address of its document, of a `metadata_document` alone. */
  metadataUrl: string | null;
  /** Until then the document is relied on without being asked for again. */
  documentExpiresAt: Date | null;
  /** The decision of the school, of a reviewed `metadata_document` alone. */
  review: Review | null;
  /** Grows with every change of the row: what was read before can be told from what holds now. */
  version: number;
  createdAt: Date;
}

/** The `client_id`: the address of its document, or the id that was given to it here. */
export const clientIdOf = ({ id, metadataUrl }: Pick<Client, "id" | "metadataUrl">): string =>
  metadataUrl ?? formatClientId(id);

/** The id that stands in lists and in the audit log, whatever its client_id is. */
export const formatClientId = (id: string): string => formatId("client", id);
export const parseClientId = (text: string): string | undefined => parseId("client", text);

/** Such a client_id is the address of a document (Client ID Metadata Document §3). */
export const isMetadataUrl = (clientId: string): boolean => clientId.startsWith("https://");

/** Its document has to be asked for again before anything new is allowed to the client. */
export const isStale = ({ documentExpiresAt }: Pick<Client, "documentExpiresAt">, now: Date): boolean =>
  documentExpiresAt !== null && documentExpiresAt <= now;

export const isPublic = (client: Client) => client.tokenEndpointAuthMethod === "none";

/** Anyone may claim the name of such a client: its redirects lead to a program on the person's own machine. */
export const isOnDeviceOnly = (client: Client) => client.redirectUris.every(staysOnDevice);

/** `account:*` for member clients alone; the operator's scopes for all others (contract §5.2.5). */
const ofAudience: Record<Audience, ReadonlySet<Scope>> = {
  operator: new Set(scopeNames.filter((name) => scopes[name].kind !== "member")),
  member: new Set(scopeNames.filter((name) => scopes[name].kind !== "operator")),
};

export const audienceMayHold = (audience: Audience, scope: Scope): boolean => ofAudience[audience].has(scope);

export const clientMayHold = (client: Client, scope: Scope): boolean =>
  audienceMayHold(client.audience, scope) && (client.scopes === null || client.scopes.includes(scope));

export const narrowToClient = (client: Client, requested: readonly Scope[]): Scope[] =>
  requested.filter((scope) => clientMayHold(client, scope));
