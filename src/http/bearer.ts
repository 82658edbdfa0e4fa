import type { TokenCaller } from "#access/caller.ts";
import type { Scope } from "#access/scopes.ts";
import { findShortfall } from "#access/shortfall.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { keyScopes } from "#oauth/api-keys/api-key.ts";
import { markUsed } from "#oauth/api-keys/mark-used.ts";
import { findTokenStatus, type TokenStatus } from "#oauth/token-status.ts";
import { Refusal } from "./challenge.ts";

/** RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1). A token in the query is ignored. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization ?? "")?.[1];

/**
 * Returns the status of a request's valid token. Any other token is a 401; the request never becomes anonymous.
 * `needed`: the scopes named by the challenge.
 */
export async function requireToken(
  context: RequestContext,
  authorization: string | undefined,
  needed: readonly Scope[] = [],
): Promise<TokenStatus> {
  const token = bearerToken(authorization);
  if (token === undefined) {
    const credential = keyCanHold(needed) ? "access token or API key" : "access token";
    throw new Refusal("invalid_token", `An ${credential} is required: Authorization: Bearer.`, needed);
  }
  const tokenStatus = await findTokenStatus(context, token, context.now);
  if (!tokenStatus) {
    throw new Refusal("invalid_token", "The access token is unknown, expired or revoked.", needed);
  }
  if (tokenStatus.isApiKey) await markUsed(context, tokenStatus.grantId);
  return tokenStatus;
}

export const callerOf = ({
  scopes,
  isApiKey,
  expiresAt,
  authentication,
  ...tokenStatus
}: TokenStatus): TokenCaller => ({
  kind: "token",
  clientId: tokenStatus.clientId,
  memberId: tokenStatus.memberId,
  grantId: tokenStatus.grantId,
  scopes: new Set(scopes),
  roles: tokenStatus.roles,
  mayRequest: tokenStatus.mayRequest,
  credential: { kind: isApiKey ? "api_key" : "access_token", expiresAt, authentication },
});

const keyCanHold = (scopes: readonly Scope[]): boolean => scopes.every((scope) => keyScopes.includes(scope));

/** Requires that the token has the scope and that the member's roles still give it. */
export function requireScope(
  { scopes, roles, isApiKey }: Pick<TokenStatus, "scopes" | "roles" | "isApiKey">,
  needed: Scope,
): void {
  if (isApiKey && !keyScopes.includes(needed)) {
    throw new Refusal(
      "insufficient_scope",
      `API keys cannot hold the scope ${needed}. Use an access token of an application that the member authorized.`,
      [needed],
    );
  }
  const shortfall = findShortfall([needed], (scope) => scopes.includes(scope), roles);
  if (shortfall?.lacks === "scope") {
    throw new Refusal("insufficient_scope", `This request requires the scope ${needed}.`, [...scopes, needed]);
  }
  if (shortfall) {
    throw new Refusal("role_required", `The member's roles at this site do not grant ${needed}.`);
  }
}
