import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import { isApiKey } from "../api-keys/key-text.ts";
import { apiKeyNotAccepted } from "../api-keys/not-accepted.ts";
import { narrowToClient } from "../clients/client.ts";
import { invalidGrant, OAuthError } from "../error.ts";
import { endFamilyAfterReplay } from "../families.ts";
import type { Form } from "../form.ts";
import { parseScopes } from "../requested-scopes.ts";
import { requireOwnResource } from "../resource.ts";
import { findRefusedToken, rotateRefreshToken } from "../rotate-refresh-token.ts";
import { newTokenPair } from "../token-pair.ts";
import type { Grant } from "./grant.ts";
import { tokenResponse } from "./token-response.ts";

/** RFC 6749 §6 with rotation (RFC 9700 §4.14.2). Never returns an id_token (contract §2.3). */
export const refreshToken: Grant = {
  async attempt(context, client, form) {
    const pair = newTokenPair(context.site, context.now);
    const rotated = await rotateRefreshToken(context, client, readRotation(context, form), pair);
    return rotated && tokenResponse(context.site, pair, narrowToClient(client, rotated.scopes));
  },

  async refuse(context, client, form) {
    const { refreshDigest, scopes } = readRotation(context, form);
    const dead = invalidGrant(
      "The refresh token is unknown, expired, revoked or already used. Send the member through authorization again.",
    );
    const token = await findRefusedToken(context, refreshDigest);
    if (!token || token.clientId !== client.id || token.revoked) return dead;
    if (token.replayed) {
      await endFamilyAfterReplay(context, token.familyId, "refresh_token");
      return dead;
    }
    if (token.expired) return dead;
    if (scopes?.some((scope) => !token.scopes.includes(scope))) {
      return new OAuthError("invalid_scope", `scope can only narrow what was granted: ${token.scopes.join(" ")}.`);
    }
    if (token.spent) return dead;
    return invalidGrant("The member can no longer use this site.");
  },
};

function readRotation({ site }: Context, form: Form): { refreshDigest: Buffer; scopes: Scope[] | null } {
  const token = form.require("refresh_token");
  if (isApiKey(token)) throw invalidGrant(apiKeyNotAccepted);
  const scope = form.get("scope");
  const scopes = scope === undefined ? null : parseScopes(scope);
  if (scopes?.length === 0) throw new OAuthError("invalid_scope", "scope contains none of the granted scopes.");
  requireOwnResource(form.resources, site.origin);
  return { refreshDigest: digest(token), scopes };
}
