import type { Context } from "#domain/context.ts";
import { digest } from "#lib/secret.ts";
import type { Client } from "../client.ts";
import { invalidGrant, OAuthError } from "../error.ts";
import { endFamilyAfterReplay } from "../families.ts";
import type { Form } from "../form.ts";
import { parseScopes } from "../requested-scopes.ts";
import { requireOwnResource } from "../resource.ts";
import { findRefusedToken, rotateRefreshToken } from "../rotate-refresh-token.ts";
import { newTokenPair } from "../token-pair.ts";
import { type TokenResponse, tokenResponse } from "./token-response.ts";

/** RFC 6749 §6 with rotation (RFC 9700 §4.14.2). It never carries an id_token (contract §2.3). */
export async function refreshToken(context: Context, client: Client, form: Form): Promise<TokenResponse> {
  const { site, now } = context;
  const refreshDigest = digest(form.require("refresh_token"));
  const scope = form.get("scope");
  const scopes = scope === undefined ? null : parseScopes(scope);
  if (scopes?.length === 0) throw new OAuthError("invalid_scope", "scope names nothing that was granted.");
  requireOwnResource(form.resources, site.origin);

  const pair = newTokenPair(site, now);
  const rotated = await rotateRefreshToken(context, { refreshDigest, clientId: client.id, scopes }, pair);
  if (!rotated) throw await refusal(context, refreshDigest, client, scopes);
  return tokenResponse(site, pair, rotated.scopes);
}

async function refusal(
  context: Context,
  refreshDigest: Buffer,
  client: Client,
  scopes: readonly string[] | null,
): Promise<OAuthError> {
  const dead = invalidGrant("The refresh token is unknown, expired, revoked or already used. Ask the member again.");
  const token = await findRefusedToken(context, refreshDigest);
  if (!token || token.clientId !== client.id || token.revoked) return dead;
  if (token.spentAt !== null) {
    await endFamilyAfterReplay(context, token.familyId, "refresh_token");
    return dead;
  }
  if (token.expired) return dead;
  const held: readonly string[] = token.scopes;
  if (scopes?.some((scope) => !held.includes(scope))) {
    return new OAuthError("invalid_scope", `scope may only narrow what was granted: ${held.join(" ")}.`);
  }
  return invalidGrant("The member may no longer use this site.");
}
