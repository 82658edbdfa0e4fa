import type { FastifyInstance } from "fastify";
import { contextOf } from "#http/context.ts";
import { isApiKey } from "../api-keys/key-text.ts";
import { actAsClient } from "../clients/authenticate-client.ts";
import { invalidGrant, OAuthError } from "../error.ts";
import { revokeToken } from "../revoke-token.ts";
import { formOf } from "./form-body.ts";

/**
 * POST /api/oauth/revoke (RFC 7009)
 * An unknown token gets the same response as a revoked one (§2.2). `token_type_hint` is ignored, because one lookup
 * finds both kinds.
 */
export function revokeEndpoint(app: FastifyInstance): void {
  app.post("/api/oauth/revoke", async (request) => {
    const context = contextOf(request);
    const form = formOf(request);
    const token = form.require("token");
    if (isApiKey(token)) {
      throw new OAuthError("unsupported_token_type", "Revoke API keys in the admin area, or with lectern key revoke.");
    }
    const { client, result } = await actAsClient(context, form, request.headers.authorization, (caller) =>
      revokeToken(context, token, caller),
    );
    if (result && result.owner !== client.id) {
      throw invalidGrant("The token was issued to another client. Only that client can revoke it.");
    }
    return {};
  });
}
