import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { authorization } from "#telemetry/metrics/catalog.ts";
import { actAsClient } from "../clients/authenticate-client.ts";
import { OAuthError } from "../error.ts";
import { authorizationCode } from "../grants/authorization-code.ts";
import { refreshToken } from "../grants/refresh-token.ts";
import type { Grant } from "../grants/grant.ts";
import type { KeyRing } from "../key-ring.ts";
import { formOf } from "./form-body.ts";

/** The grant types of the token endpoint. */
const grants: ReadonlyMap<string, Grant> = new Map([
  ["authorization_code", authorizationCode],
  ["refresh_token", refreshToken],
]);

/** Advertised by discovery. */
export const grantTypes = [...grants.keys()];

/** POST /api/oauth/token (RFC 6749 §3.2) */
export function tokenEndpoint(app: FastifyInstance, keyRing: KeyRing): void {
  app.post("/api/oauth/token", async (request) => {
    const context = contextOf(request);
    const form = formOf(request);
    const grantType = form.require("grant_type");
    const grant = grants.get(grantType) ?? unsupported;
    const count = (outcome: string) =>
      authorization.tokens.add({ grant_type: grants.has(grantType) ? grantType : "unsupported", result: outcome });
    try {
      const { client, result } = await actAsClient(context, form, request.headers.authorization, (caller) =>
        grant.attempt(context, caller, form, keyRing),
      );
      if (!result) throw await grant.refuse(context, client, form);
      count("issued");
      return result;
    } catch (error) {
      count(error instanceof OAuthError || error instanceof Problem ? error.code : "failed");
      throw error;
    }
  });
}

/** Returned to known clients only, like every other error of a grant. */
const unsupported: Grant = {
  attempt: async () => undefined,
  refuse: async () => new OAuthError("unsupported_grant_type", `grant_type must be ${grantTypes.join(" or ")}.`),
};
