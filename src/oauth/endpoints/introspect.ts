import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { acrOf } from "#access/authentication-classes.ts";
import { narrowToRoles } from "#access/roles.ts";
import { formatScopes } from "#access/scopes.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { bearerToken, requireToken } from "#http/bearer.ts";
import { Refusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import { isApiKey } from "../api-keys/key-text.ts";
import { apiKeyNotAccepted } from "../api-keys/not-accepted.ts";
import { actAsClient } from "../clients/authenticate-client.ts";
import { clientIdOf, isPublic } from "../clients/client.ts";
import { invalidClient } from "../error.ts";
import type { Form } from "../form.ts";
import { authenticationOf } from "../token-rows.ts";
import { findLiveToken, findLiveTokenOf, type LiveToken } from "../introspect-token.ts";
import { formOf } from "./form-body.ts";

/**
 * POST /api/oauth/introspect (RFC 7662). Tokens that are expired, unknown or another client's yield only
 * `{"active":false}`.
 */
export function introspectEndpoint(app: FastifyInstance): void {
  app.post("/api/oauth/introspect", async (request) => {
    const context = contextOf(request);
    const form = formOf(request);
    const token = form.require("token");
    const live = await (isBearer(request, form)
      ? findForBearer(context, request, token)
      : findForClient(context, request, form, token));
    return live ? describe(context, live) : { active: false };
  });
}

/** With a client_secret there are two kinds of credentials, which is reported as at the token endpoint. */
const isBearer = ({ headers }: FastifyRequest, form: Form): boolean =>
  /^bearer(\s|$)/i.test(headers.authorization ?? "") && form.get("client_secret") === undefined;

/** A bearer may introspect the token it presents. Errors of that authorization follow RFC 6750 §3 (RFC 7662 §2.3). */
async function findForBearer(context: RequestContext, request: FastifyRequest, token: string) {
  const bearer = bearerToken(request.headers.authorization);
  if (bearer !== undefined && isApiKey(bearer)) throw new Refusal("invalid_token", apiKeyNotAccepted);
  if (bearer !== undefined && timingSafeEqual(digest(bearer), digest(token))) return findLiveToken(context, token);
  await requireToken(context, request.headers.authorization);
  throw new Refusal(
    "invalid_token",
    "A bearer token can only introspect itself. To introspect other tokens, send client_id and client_secret.",
  );
}

/** A confidential client may introspect its own tokens, and a resource server of the site all tokens. */
async function findForClient(context: Context, request: FastifyRequest, form: Form, token: string) {
  const { result } = await actAsClient(context, form, request.headers.authorization, (client) => {
    if (isPublic(client)) {
      throw invalidClient("Introspection requires a confidential client, or the token itself as bearer.");
    }
    return findLiveTokenOf(context, token, client);
  });
  return result?.token;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

function describe({ site }: Context, token: LiveToken) {
  const authentication = authenticationOf(token);
  return {
    active: true,
    // Narrowed to the member's roles: another resource server must not honor more than this one.
    scope: formatScopes(narrowToRoles(token.roles, token.scopes)),
    client_id: clientIdOf({ id: token.clientId, metadataUrl: token.metadataUrl }),
    sub: formatId("member", token.memberId),
    // RFC 8707 §2: the resource that accepts the token.
    aud: site.origin,
    iss: site.origin,
    exp: seconds(token.expiresAt),
    iat: seconds(token.createdAt),
    // RFC 6749 §7.1 defines types of access tokens only.
    ...(token.kind === "access" && { token_type: "Bearer" }),
    ...(token.scopes.includes("email") && token.emailVerified && { username: token.email }),
    // RFC 9470 §6.2.
    ...(authentication && { acr: acrOf(authentication.amr), auth_time: seconds(authentication.authenticatedAt) }),
  };
}
