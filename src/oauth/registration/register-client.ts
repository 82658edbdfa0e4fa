import type { RequestContext } from "#domain/platform/context.ts";
import { integrationOfCallbacks, integrationOfName } from "./meant-integration.ts";
import { readMetadata } from "./metadata.ts";
import type { Registered } from "./registered.ts";
import { registerIntegration } from "./register-integration.ts";
import { registerLoopbackClient } from "./register-loopback-client.ts";
import { OAuthError } from "../error.ts";
import { flawOf, isHttpsRedirect, isLoopbackRedirect } from "../redirect-uri.ts";

/** Registers a client (RFC 7591 §3.1), or rejects it, in the order of contract §5.2.2. */
export async function registerClient(context: RequestContext, body: unknown): Promise<Registered> {
  const metadata = readMetadata(body);
  const { redirect_uris: redirectUris, client_name: name } = metadata;
  const kind = redirectKindOf(redirectUris);
  if (kind === "loopback") return registerLoopbackClient(context, metadata);
  const integration =
    kind === "https"
      ? await integrationOfCallbacks(context, redirectUris, name)
      : await integrationOfName(context, name);
  return registerIntegration(context, integration, metadata);
}

/** The kind of redirect of a registering client: loopback, fixed https callbacks, or unspecified. */
type RedirectKind = "loopback" | "https" | "none";

/**
 * Classifies the redirect URIs, which decides how a client registers (contract §5.2.2). Throws `invalid_redirect_uri`
 * for anything else.
 */
function redirectKindOf(redirectUris: readonly string[]): RedirectKind {
  if (redirectUris.length === 0) return "none";
  if (redirectUris.every(isLoopbackRedirect)) return "loopback";
  if (redirectUris.every(isHttpsRedirect)) return "https";
  throw new OAuthError("invalid_redirect_uri", whyNeither(redirectUris));
}

function whyNeither(redirectUris: readonly string[]): string {
  if (redirectUris.every((uri) => isLoopbackRedirect(uri) || isHttpsRedirect(uri))) {
    return "redirect_uris mixes loopback addresses and https callbacks. Register only http://127.0.0.1:PORT/PATH, or only the callbacks of an integration.";
  }
  const rule =
    "redirect_uris must be loopback addresses like http://127.0.0.1:PORT/PATH, without fragment or user information.";
  const flaws = redirectUris.map(flawOf);
  const flawed = flaws.findIndex((flaw) => flaw !== undefined);
  return flawed === -1 ? rule : `redirect_uris.${flawed}: ${flaws[flawed]} ${rule}`;
}
