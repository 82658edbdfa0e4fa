import type { FastifyInstance } from "fastify";
import { contextOf } from "#http/context.ts";
import { authenticateClient } from "../authenticate-client.ts";
import { OAuthError } from "../error.ts";
import { authorizationCode } from "../grants/authorization-code.ts";
import { refreshToken } from "../grants/refresh-token.ts";
import type { KeyRing } from "../key-ring.ts";
import { formOf } from "./form-body.ts";

/** What the token endpoint accepts, and what discovery advertises. */
export const grantTypes = ["authorization_code", "refresh_token"] as const;

/** POST /api/oauth/token (RFC 6749 §3.2) */
export function tokenEndpoint(app: FastifyInstance, keyRing: KeyRing): void {
  app.post("/api/oauth/token", async (request) => {
    const context = contextOf(request);
    const form = formOf(request);
    const grantType = form.require("grant_type");
    const client = await authenticateClient(context, form, request.headers.authorization);
    switch (grantType) {
      case "authorization_code":
        return authorizationCode(context, client, form, keyRing);
      case "refresh_token":
        return refreshToken(context, client, form);
      default:
        throw new OAuthError("unsupported_grant_type", `grant_type must be ${grantTypes.join(" or ")}.`);
    }
  });
}
