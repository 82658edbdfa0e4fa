import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { formatScopes } from "#access/scopes.ts";
import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import { bearerToken } from "#http/bearer.ts";
import { contextOf } from "#http/context.ts";
import { digest } from "#lib/secret.ts";
import { authenticateClient } from "../authenticate-client.ts";
import { formatClientId, isPublic } from "../client.ts";
import { invalidClient } from "../error.ts";
import type { Form } from "../form.ts";
import { findLiveToken, type LiveToken } from "../introspect-token.ts";
import { formOf } from "./form-body.ts";

/** POST /api/oauth/introspect (RFC 7662). Whatever is dead, unknown or another client's is `{"active":false}` alone. */
export function introspectEndpoint(app: FastifyInstance): void {
  app.post("/api/oauth/introspect", async (request) => {
    const context = contextOf(request);
    const form = formOf(request);
    const token = form.require("token");
    const asker = await authenticate(context, request, form, token);
    const live = await findLiveToken(context, token);
    if (!live || (asker !== null && asker !== live.clientId)) return { active: false };
    return describe(context, live);
  });
}

/** A confidential client asks about its own tokens; a bearer about the token it shows. Answers the client's id. */
async function authenticate(context: Context, request: FastifyRequest, form: Form, token: string) {
  const bearer = bearerToken(request.headers.authorization);
  if (bearer !== undefined && form.get("client_secret") === undefined) {
    if (timingSafeEqual(digest(bearer), digest(token))) return null;
    throw invalidClient("A bearer may ask about its own token alone. Other tokens need client_id and client_secret.");
  }
  const client = await authenticateClient(context, form, request.headers.authorization);
  if (isPublic(client)) {
    throw invalidClient("Introspection needs a confidential client, or the token itself as bearer.");
  }
  return client.id;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

function describe({ site }: Context, token: LiveToken) {
  return {
    active: true,
    scope: formatScopes(token.scopes),
    client_id: formatClientId({ id: token.clientId }),
    sub: formatId("member", token.memberId),
    // RFC 8707 §2: what the token may be used at.
    aud: site.origin,
    iss: site.origin,
    exp: seconds(token.expiresAt),
    iat: seconds(token.createdAt),
    token_type: token.kind === "access" ? "Bearer" : "refresh_token",
    ...(token.scopes.includes("email") && token.emailVerifiedAt && { username: token.email }),
  };
}
