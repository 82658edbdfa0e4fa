import type { FastifyInstance } from "fastify";
import {
  getCredentialKey,
  issueBadge,
  listCredentialKeys,
  readStatusList,
} from "#domain/learning/open-badges/operations.ts";
import { issuerDocument } from "#domain/learning/open-badges/issuer.ts";
import { perform } from "#domain/platform/operation.ts";
import { rateLimited } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { networkOf } from "#lib/network.ts";

/** Requests per address. Each badge is signed, and serials cannot be guessed at any rate. */
const policy = { name: "open-badges", perMinute: 300 };

/** Documents for verifiers, which may run in browsers: without cookies, for any origin. */
export const openBadges = (quotas: Quotas) => async (app: FastifyInstance) => {
  allowAnyOrigin(app, { cached: true });
  app.addHook("onRequest", async (request) => {
    const { site, now } = contextOf(request);
    const { allowed, resetSeconds } = await quotas.take(site, policy, networkOf(request.ip), now);
    if (!allowed) throw rateLimited(resetSeconds);
  });

  /** GET /certificates/{serial}/badge: an OpenBadgeCredential (VC-JWT) for anyone with the serial. */
  app.get<{ Params: { serial: string } }>("/certificates/:serial/badge", async (request, reply) => {
    const { serial, jwt } = await perform(issueBadge, contextOf(request), request.params);
    return reply
      .header("cache-control", "no-store")
      .header("x-robots-tag", "noindex")
      .header("content-disposition", `attachment; filename="badge-${serial}.jwt"`)
      .type("application/vc+jwt")
      .send(jwt);
  });

  /** GET /certificates/status/{list}: a signed status list of 131,072 badges. */
  app.get<{ Params: { list: string } }>("/certificates/status/:list", async (request, reply) => {
    const { jwt } = await perform(readStatusList, contextOf(request), request.params);
    return reply.header("cache-control", "public, max-age=60").type("application/vc+jwt").send(jwt);
  });

  /** GET /certificates/keys: all public keys. GET /certificates/keys/{id}: the key that `kid` names. */
  app.get("/certificates/keys", async (request, reply) => {
    const keys = await perform(listCredentialKeys, contextOf(request), {});
    return reply
      .header("cache-control", "public, max-age=300")
      .type("application/jwk-set+json")
      .send(Buffer.from(JSON.stringify(keys)));
  });
  app.get<{ Params: { id: string } }>("/certificates/keys/:id", async (request, reply) => {
    const key = await perform(getCredentialKey, contextOf(request), request.params);
    return reply
      .header("cache-control", "public, max-age=300")
      .type("application/jwk+json")
      .send(Buffer.from(JSON.stringify(key)));
  });

  /** GET /certificates/issuer: the profile of the school. */
  app.get("/certificates/issuer", async (request, reply) =>
    reply
      .header("cache-control", "public, max-age=300")
      .type("application/ld+json")
      .send(Buffer.from(JSON.stringify(issuerDocument(contextOf(request).site)))),
  );
};
