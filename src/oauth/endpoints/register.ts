import type { FastifyInstance } from "fastify";
import { formatScopes } from "#access/scopes.ts";
import { contextOf } from "#http/context.ts";
import { clientIdOf } from "../clients/client.ts";
import { invalidRequest } from "../error.ts";
import { limitRegistrations } from "../registration/limit-registrations.ts";
import { registerClient } from "../registration/register-client.ts";
import type { Registered } from "../registration/registered.ts";
import { grantTypes } from "./token.ts";

/** POST /api/oauth/register (RFC 7591 §3) */
export function registerEndpoint(app: FastifyInstance): void {
  app.post("/api/oauth/register", async (request, reply) => {
    const context = contextOf(request);
    if (request.body === undefined) throw invalidRequest("The body is empty. Send JSON.");
    const registered = await limitRegistrations(context, () => registerClient(context, request.body));
    return reply.code(201).send(describe(registered));
  });
}

/**
 * RFC 7591 §3.2.1: the registered metadata, and the secret, once. A requested `scope` is not registered: clients learn
 * from the challenges of later calls which scopes they need, and request those with the same client_id. The response
 * includes a scope only if the client is restricted to it.
 */
function describe({ client, secret }: Registered) {
  return {
    client_id: clientIdOf(client),
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    ...(client.applicationType !== null && { application_type: client.applicationType }),
    redirect_uris: client.redirectUris,
    ...(client.postLogoutRedirectUris.length > 0 && { post_logout_redirect_uris: client.postLogoutRedirectUris }),
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    grant_types: grantTypes,
    response_types: ["code"],
    ...(client.scopes !== null && { scope: formatScopes(client.scopes) }),
  };
}
