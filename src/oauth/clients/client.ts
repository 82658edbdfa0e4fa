import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import type { Review } from "../metadata-documents/review.ts";
import { staysOnDevice } from "../redirect-uri.ts";
import type { Audience } from "./audience.ts";

/**
 * The origin of a client:
 * - `registered`: dynamic client registration.
 * - `operator`: created in the admin area.
 * - `integration`: a known integration that the site has enabled.
 * - `metadata_document`: described by the document at its client_id.
 * - `explorer`: the site's own API reference.
 * - `api_key`: an API key, which is no client of the authorization server.
 */
export type ClientOrigin = "registered" | "operator" | "integration" | "metadata_document" | "explorer" | "api_key";

export interface Client {
  id: string;
  name: string;
  origin: ClientOrigin;
  audience: Audience;
  tokenEndpointAuthMethod: "none" | "client_secret_post";
  applicationType: string | null;
  redirectUris: string[];
  /** Allowed redirect targets after sign-out, compared exactly. */
  postLogoutRedirectUris: string[];
  /** A resource server of the site: it may introspect the tokens of every client. */
  introspectsAllTokens: boolean;
  /** Null: every scope of its audience. */
  scopes: Scope[] | null;
  secretDigest: Buffer | null;
  /** After a rotation, the previous secret stays valid until it expires. */
  previousSecretDigest: Buffer | null;
  previousSecretExpiresAt: Date | null;
  /** The URL of its document; set only for `metadata_document`. */
  metadataUrl: string | null;
  /** Until then, the document is used without being fetched again. */
  documentExpiresAt: Date | null;
  /** The school's decision; set only for a reviewed `metadata_document`. */
  review: Review | null;
  /** Increases with every change of the row, which reveals stale copies. */
  version: number;
  createdAt: Date;
}

/** The `client_id`: the URL of its document, or the id assigned here. */
export const clientIdOf = ({ id, metadataUrl }: Pick<Client, "id" | "metadataUrl">): string =>
  metadataUrl ?? formatClientId(id);

/** The id used in lists and in the audit log, regardless of the client_id. */
export const formatClientId = (id: string): string => formatId("client", id);
export const parseClientId = (text: string): string | undefined => parseId("client", text);

/** Returns true if the client_id is the URL of a document (Client ID Metadata Document §3). */
export const isMetadataUrl = (clientId: string): boolean => clientId.startsWith("https://");

/** Returns true if the document must be fetched again before the client gets new authorizations. */
export const isStale = ({ documentExpiresAt }: Pick<Client, "documentExpiresAt">, now: Date): boolean =>
  documentExpiresAt !== null && documentExpiresAt <= now;

export const isPublic = (client: Client) => client.tokenEndpointAuthMethod === "none";

/**
 * Returns true if all redirects lead to a program on the user's own device. Any program can claim such a client's
 * name.
 */
export const isOnDeviceOnly = (client: Client) => client.redirectUris.every(staysOnDevice);

/** Member clients may hold `account:*`; all others the operator scopes (contract §5.2.5). */
const ofAudience: Record<Audience, ReadonlySet<Scope>> = {
  operator: new Set(scopeNames.filter((name) => scopes[name].kind !== "member")),
  member: new Set(scopeNames.filter((name) => scopes[name].kind !== "operator")),
};

export const audienceMayHold = (audience: Audience, scope: Scope): boolean => ofAudience[audience].has(scope);

/** `clientScopes`: the scopes that the client was given. Null: every scope of its audience. */
export const mayHold = (audience: Audience, clientScopes: readonly Scope[] | null, scope: Scope): boolean =>
  audienceMayHold(audience, scope) && (clientScopes === null || clientScopes.includes(scope));

export const clientMayHold = ({ audience, scopes }: Client, scope: Scope): boolean => mayHold(audience, scopes, scope);

export const narrowToClient = (client: Client, requested: readonly Scope[]): Scope[] =>
  requested.filter((scope) => clientMayHold(client, scope));
