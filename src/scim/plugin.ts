import type { FastifyError, FastifyInstance } from "fastify";
import { findDirectory } from "#domain/people/provisioning/keys/authenticate.ts";
import { bearerToken } from "#http/bearer.ts";
import { contextOf } from "#http/context.ts";
import { acceptJson } from "#http/json-body.ts";
import { statusOfUnmatched } from "#http/not-found.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { recordError } from "#telemetry/record-error.ts";
import { bulkEndpoint } from "./bulk/bulk-endpoint.ts";
import { discoveryEndpoints } from "./discovery.ts";
import { groupEndpoints } from "./groups/group-endpoints.ts";
import { limitRequests } from "./limit-requests.ts";
import { prefix } from "./prefix.ts";
import { errorOf } from "./responses/error-of.ts";
import { bodyOf, ScimError } from "./responses/scim-error.ts";
import { userEndpoints } from "./users/user-endpoints.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Requests with many operations have a limit of their own. */
    bulk?: boolean;
  }
}

const mediaType = "application/scim+json";

/** Mounts SCIM 2.0 (RFC 7643, RFC 7644) at /scim/v2, for directories with a provisioning key. */
export const scim =
  (quotas: Quotas) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(endpoints(quotas), { prefix });
  };

/** No cookie, token or API key opens these endpoints, and no page of another origin reads them. */
const endpoints = (quotas: Quotas) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  acceptJson(app, [mediaType, "application/json"]);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store").type(`${mediaType}; charset=utf-8`);
    if (request.method === "OPTIONS") return;
    const context = contextOf(request);
    const key = bearerToken(request.headers.authorization);
    const caller = key === undefined ? undefined : await findDirectory(context, key);
    if (!caller) throw new ScimError(401, "A provisioning key of this school is required: Authorization: Bearer.");
    request.resolvedContext = { ...context, caller };
    await limitRequests(quotas, context, caller, { bulk: request.routeOptions.config.bulk === true, reply });
  });
  app.setErrorHandler<FastifyError | Error>((error, request, reply) => {
    const refused = errorOf(error, request);
    recordError(refused.scimType ?? String(refused.status), request.scope);
    if (refused.status === 401) reply.header("www-authenticate", "Bearer");
    if (refused.retryAfterSeconds !== undefined) reply.header("retry-after", String(refused.retryAfterSeconds));
    return reply.code(refused.status).type(`${mediaType}; charset=utf-8`).send(bodyOf(refused));
  });
  app.setNotFoundHandler((request, reply) => {
    const status = statusOfUnmatched([app], request, reply);
    if (status === 405 && request.method === "OPTIONS") return reply.code(204).send();
    throw new ScimError(
      status,
      status === 405 ? "This endpoint does not support the method." : "There is no such endpoint.",
    );
  });
  app.get("/Me", () => {
    throw new ScimError(501, "A directory is not a member of the school.");
  });
  discoveryEndpoints(app);
  userEndpoints(app);
  groupEndpoints(app);
  bulkEndpoint(app);
};
