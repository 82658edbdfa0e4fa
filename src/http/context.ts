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

/** No site answers at this host: 404, whatever the path. */
export class UnknownHost extends Error {
  readonly statusCode = 404;

  constructor() {
    super("No site answers at this host.");
    this.name = "UnknownHost";
  }
}

const contexts = new WeakMap<FastifyRequest, RequestContext>();

/** Resolves the site of each request, once, before anything else looks at it. The caller is still anonymous then. */
export function resolveContexts(app: FastifyInstance, { db, sites, clock }: Installation): void {
  app.addHook("onRequest", async (request) => {
    const site = await sites.find(request.host);
    if (!site) throw new UnknownHost();
    contexts.set(request, { db, site, caller: anonymous, now: clock(), requestId: request.id, address: request.ip });
  });
}

/** The context that the hook has resolved. */
export function contextOf(request: FastifyRequest): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new UnknownHost();
  return context;
}
