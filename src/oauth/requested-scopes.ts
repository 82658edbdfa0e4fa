import { defaultScope, identityScopes, isReading, isScope, type Scope, scopeNames } from "#access/scopes.ts";
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
  const named = parseScopes(text);
  const requested = text.split(" ").includes(defaultScope)
    ? scopeNames.filter((scope) => named.includes(scope) || (isReading(scope) && clientMayHold(client, scope)))
    : named;
  const refused = requested.filter((scope) => !clientMayHold(client, scope));
  if (refused.length > 0) {
    throw new OAuthError("invalid_scope", `This client may not request ${refused.join(" ")}.${why(client, refused)}`);
  }
  return requested;
}

function why({ origin, audience }: Client, refused: readonly Scope[]): string {
  if (refused.every((scope) => audienceMayHold(audience, scope))) return notGiven[origin];
  return audience === "member"
    ? " A member client can access only the account of the member who authorizes it."
    : " Account scopes are for member clients, which administrators create in the admin area.";
}

/** Hints for a rejected scope: where to change the client's scopes. */
const notGiven: Record<ClientOrigin, string> = {
  registered: "",
  operator: " Administrators of the site can add it to the client's scopes in the admin area.",
  explorer: "",
  api_key: "",
  integration: " The definition of this integration does not include it.",
  metadata_document:
    " Before administrators of the site review it, a client with a metadata document can request identity and read scopes only. Afterwards it can request the scopes that they selected.",
};
