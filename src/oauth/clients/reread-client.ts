import type { SiteScope } from "#domain/platform/context.ts";
import type { AuthorizationRequest } from "../authorization-request.ts";
import { type Client, narrowToClient } from "./client.ts";
import { OAuthError } from "../error.ts";
import { findClient, findClientInAnyState } from "./queries.ts";
import { matchesRegistered } from "../redirect-uri.ts";

/** The client of a pending request was deleted or blocked, or lost the redirect URI of the request. */
export class ClientChangedError extends OAuthError {
  readonly change: "client_removed" | "redirect_removed";
  readonly client: Client | undefined;

  constructor(change: "client_removed" | "redirect_removed", client: Client | undefined) {
    super(
      change === "client_removed" ? "invalid_client" : "invalid_request",
      change === "client_removed"
        ? "The application was deleted or blocked while its request was pending."
        : "The application's redirect_uri was removed while its request was pending.",
    );
    this.name = "ClientChangedError";
    this.change = change;
    this.client = client;
  }
}

/**
 * Reloads the client of a pending request and narrows the scopes to those the client may still hold. Throws an error
 * for a page if the client or its redirect URI is gone, because nothing may be redirected then (RFC 6749 §4.1.2.1).
 */
export async function rereadClient(
  scope: SiteScope,
  request: AuthorizationRequest,
): Promise<{ client: Client; request: AuthorizationRequest }> {
  const client = await findClient(scope, request.clientId);
  if (!client) throw new ClientChangedError("client_removed", await findClientInAnyState(scope, request.clientId));
  if (!matchesRegistered(client.redirectUris, request.redirectUri)) {
    throw new ClientChangedError("redirect_removed", client);
  }
  return { client, request: { ...request, scopes: narrowToClient(client, request.scopes) } };
}
