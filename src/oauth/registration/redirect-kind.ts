import { OAuthError } from "../error.ts";
import { flawOf, isHttpsRedirect, isLoopbackRedirect } from "../redirect-uri.ts";

/** The kind of redirect of a registering client: loopback, fixed https callbacks, or unspecified. */
export type RedirectKind = "loopback" | "https" | "none";

/**
 * Classifies the redirect URIs, which decides how a client registers (contract §5.2.2). Throws `invalid_redirect_uri`
 * for anything else.
 */
export function redirectKindOf(redirectUris: readonly string[]): RedirectKind {
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
