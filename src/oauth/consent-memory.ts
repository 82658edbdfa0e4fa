import { type Scope, scopes as scopeKinds } from "#access/scopes.ts";
import { type Client, isPublic } from "./clients/client.ts";

/** True if one of the scopes gives access to the API of the school. */
export const reachApi = (scopes: readonly Scope[]): boolean =>
  scopes.some((scope) => scopeKinds[scope].kind === "operator");

/**
 * True if a remembered consent requires a recent authentication. A public client has no secret (RFC 6749 §10.2): a
 * stolen session would get tokens for the API with the name of a client that the person uses.
 */
export const remembersRecentOnly = (client: Client, scopes: readonly Scope[]): boolean =>
  isPublic(client) && reachApi(scopes);
