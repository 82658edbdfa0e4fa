import type { FastifyInstance, FastifyRequest } from "fastify";
import { anonymous } from "#access/caller.ts";
import type { Database } from "#database/database.ts";
import type { RequestContext } from "#domain/context.ts";
import type { SiteDirectory } from "./site-directory.ts";

/** What every surface is built from. */
export interface Installation {
  db: Database;
  sites: SiteDirectory;
  /** Tests move it. */
  clock: () => Date;
}

const contexts = new WeakMap<FastifyRequest, RequestContext>();

/**
 * Resolves the site of each request, once, before anything else looks at it. The caller is still anonymous then. Where
 * no site answers at the host it is 404, whatever the path, and alike for every surface.
 */
export function resolveContexts(app: FastifyInstance, { db, sites, clock }: Installation): void {
  app.addHook("onRequest", async (request, reply) => {
    const site = await sites.find(request.host);
    if (!site) {
      await reply.code(404).send({ ...unknownHost, request_id: request.id });
      return;
    }
    contexts.set(request, { db, site, caller: anonymous, now: clock(), requestId: request.id, address: request.ip });
  });
}

const unknownHost = { error: "not_found", error_description: "No site answers at this host." };

/** The context that the hook has resolved. */
export function contextOf(request: FastifyRequest): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error("A route looked for its site before it was resolved.");
  return context;
}
