import type { FastifyInstance } from "fastify";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { findLogo, logoVersion } from "#oauth/client-logos/queries.ts";
import { parseClientId } from "#oauth/clients/client.ts";

/** GET /clients/{id}/logo?v=…: logo of an application on the consent page. */
export function clientLogo(app: FastifyInstance): void {
  app.get<{ Params: { id: string }; Querystring: { v?: string } }>("/clients/:id/logo", async (request, reply) => {
    const id = parseClientId(request.params.id);
    const logo = id === undefined ? undefined : await findLogo(contextOf(request), id);
    if (!logo) throw notFound("logo of the client", request.params.id);
    const current = request.query.v === logoVersion(logo.digest);
    return reply
      .header("cache-control", current ? "public, max-age=31536000, immutable" : "no-cache")
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header("cross-origin-resource-policy", "same-origin")
      .type(logo.mediaType)
      .send(logo.bytes);
  });
}
