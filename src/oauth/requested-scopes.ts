import { identityScopes, isScope, type Scope, scopeNames } from "#access/scopes.ts";
import { audienceMayHold, type Client, type ClientOrigin, clientMayHold } from "./clients/client.ts";
import { OAuthError } from "./error.ts";

/** RFC 6749 §3.3: %x21 / %x23-5B / %x5D-7E, separated by single spaces. */
const syntax = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Returns the known scopes of a `scope` parameter in table order. Unknown ones are ignored and not granted. */
export function parseScopes(text: string): Scope[] {
  if (!syntax.test(text)) {
    throw new OAuthError("invalid_scope", "scope must be names separated by single spaces (RFC 6749 section 3.3).");
  }
  const named = new Set(text.split(" ").filter(isScope));
  return scopeNames.filter((scope) => named.has(scope));
}

/**
 * Returns the scopes a client requests. Rejects known scopes that it may not hold. Without a scope parameter: the
 * identity scopes.
 */
export function requestedScopes(client: Client, text: string | undefined): Scope[] {
  if (text === undefined) return identityScopes.filter((scope) => clientMayHold(client, scope));
  const requested = parseScopes(text);
  const refused = requested.filter((scope) => !clientMayHold(client, scope));
  if (refused.length > 0) {
    throw new OAuthError("invalid_scope", `This client may not request ${refused.join(" ")}.${why(client, refused)}`);
  }
  return requested;
}

function why({ origin, audience }: Client, refused: readonly Scope[]): string {
  if (refused.every((scope) => audienceMayHold(audience, scope))) return notGiven[origin];
  return audience === "member"
    ? " A member client only accesses the account of the member who authorizes it."
    : " account scopes are for member clients, which a school creates.";
}

/** Hints for a rejected scope: where to change the client's scopes. */
const notGiven: Record<ClientOrigin, string> = {
  registered: "",
  operator: " The site's operators can add it to the client's scopes in the admin area.",
  explorer: " The explorer only reads and changes the member's own account.",
  integration: " This integration is defined without it.",
  metadata_document:
    " A client with a metadata document may only read until the site's operators have reviewed it, and then has the scopes that they chose.",
};
