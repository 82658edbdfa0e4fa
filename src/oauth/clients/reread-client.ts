import type { SiteScope } from "#domain/context.ts";
import type { AuthorizationRequest } from "../authorization-request.ts";
import { type Client, narrowToClient } from "./client.ts";
import { invalidRequest, OAuthError } from "../error.ts";
import { findClient } from "./queries.ts";
import { matchesRegistered } from "../redirect-uri.ts";

/**
 * A request that has waited for its person, and its client as that is by now: the scopes are narrowed to what the
 * client may still hold. Throws, for a page, where the client or its redirect URI is gone, since nothing may be sent
 * there any more (RFC 6749 §4.1.2.1).
 */
export async function rereadClient(
  scope: SiteScope,
  request: AuthorizationRequest,
): Promise<{ client: Client; request: AuthorizationRequest }> {
  const client = await findClient(scope, request.clientId);
  if (!client)
    throw new OAuthError("invalid_client", "The application was deleted or blocked while its request waited.");
  if (!matchesRegistered(client.redirectUris, request.redirectUri)) {
    throw invalidRequest("The application's redirect_uri was taken away while its request waited.");
  }
  return { client, request: { ...request, scopes: narrowToClient(client, request.scopes) } };
}
