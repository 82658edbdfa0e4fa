import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { anonymous } from "#access/caller.ts";
import type { Database } from "#database/database.ts";
import { DatabaseOutage } from "#database/connection/outage.ts";
import type { RequestContext, Services } from "#domain/platform/context.ts";
import { whyNotServed } from "#domain/platform/site/served-sites.ts";
import { type Site, siteFrom } from "#domain/platform/site/site.ts";
import { parseOrigin } from "#lib/settings/origin.ts";
import type { Environment } from "#lib/settings/environment.ts";
import { errorOf } from "#lib/error-of.ts";
import { shareRefusal } from "./cors.ts";
import { mayUseDevelopment } from "./development.ts";
import { requireHttps } from "./security-headers.ts";
import type { SiteDirectory } from "./site-directory.ts";
import { targetHost } from "./target-host.ts";

/** Dependencies of every surface. */
export interface Installation extends Services {
  db: Database;
  sites: SiteDirectory;
  /** Determines which sites are served. */
  environment: Environment;
  /** Replaceable in tests. */
  clock: () => Date;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `resolveContexts`; read through `contextOf`. */
    resolvedContext: RequestContext | null;
  }
}

/**
 * Resolves the site of each request once, before any other hook. The caller is anonymous at this point. A host without
 * a site gets the same 404 on every path of every surface.
 */
export function resolveContexts(
  app: FastifyInstance,
  { sites, clock, environment, ...installation }: Installation,
): void {
  app.decorateRequest("resolvedContext", null);

  const contextAt = (site: Site, { id: requestId, ip: address }: FastifyRequest, development: boolean) => {
    const { db, mail, storage, webhooks, push, payments, badges, factors, identities } = installation;
    const caller = anonymous;
    return {
      db,
      site,
      caller,
      now: clock(),
      requestId,
      address,
      development,
      mail,
      storage,
      webhooks,
      push,
      payments,
      badges,
      factors,
      identities,
    };
  };

  const resolve = (request: FastifyRequest, reply: FastifyReply, site: Site | null, done: (error?: Error) => void) => {
    if (!site) {
      reply.code(404).send({ ...unknownHost, request_id: request.id });
      return;
    }
    requireHttps(reply, site);
    const why = whyNotServed(site, environment);
    if (why !== undefined) {
      reply
        .code(503)
        .header("cache-control", "no-store")
        .send({ ...notServed(site, why), request_id: request.id });
      return;
    }
    request.resolvedContext = contextAt(site, request, mayUseDevelopment(request, site, environment));
    done();
  };

  /** Lets the surface of the address report that the site cannot be looked up. Its other hooks do not run. */
  const fail = (request: FastifyRequest, reply: FastifyReply, error: Error, done: (error: Error) => void) => {
    const site = unknownSite(request.protocol, request.host);
    if (!site) {
      reply.code(404).send({ ...unknownHost, request_id: request.id });
      return;
    }
    // An outage is reported by the surface. Anything else is a fault of the program.
    if (!(error instanceof DatabaseOutage)) request.log.error({ err: error }, "could not look up the site of a host");
    request.resolvedContext = contextAt(site, request, false);
    shareRefusal([app], request, reply);
    reply.header("cache-control", "no-store");
    done(error instanceof DatabaseOutage ? error : new DatabaseOutage("unreachable", error.message, { cause: error }));
  };

  app.addHook("onRequest", (request, reply, done) => {
    const host = targetHost(request);
    if (host === undefined) {
      reply.code(400).send({ ...twoHosts, request_id: request.id });
      return;
    }
    const remembered = sites.remembered(host);
    if (remembered !== undefined) resolve(request, reply, remembered, done);
    else
      sites.find(host).then(
        (site) => resolve(request, reply, site, done),
        (error) => fail(request, reply, errorOf(error), done),
      );
  });
}

const twoHosts = { error: "invalid_request", error_description: "The request names two hosts. Send one." };
const notServed = ({ origin }: Site, why: string) => ({
  error: "site_not_served",
  error_description: `This server does not serve ${origin}. ${why}`,
});
const unknownHost = { error: "not_found", error_description: "There is no site at this host." };

/** Returns the context resolved by the hook. */
export function contextOf({ resolvedContext }: FastifyRequest): RequestContext {
  if (!resolvedContext) throw new Error("A route read its site before it was resolved.");
  return resolvedContext;
}

/**
 * Stands for the site of a host that cannot be looked up, so that the surface of the address can report the outage in
 * its own format. No row belongs to its ID. Returns undefined for a host that no site can have.
 */
function unknownSite(protocol: string, host: string): Site | undefined {
  const address = parseOrigin(`${protocol}://${host}`);
  return (
    address &&
    siteFrom({
      ...address,
      id: "00000000-0000-0000-0000-000000000000",
      name: address.host,
      description: "",
      defaultLocale: "en",
      mode: "live",
      isDemo: false,
      verifiedSender: null,
      settings: {},
    })
  );
}
