import fastify, { type FastifyInstance, type FastifyPluginAsync } from "fastify";
import type { LevelWithSilent } from "pino";
import type { Database } from "#database/database.ts";
import { openViewCounter } from "#domain/engagement/analytics/page-views.ts";
import type { Mailbox } from "#domain/engagement/mail/mailbox.ts";
import type { Storage } from "#domain/content/files/storage.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import type { WebhookSystem } from "#domain/engagement/webhooks/webhook-system.ts";
import { resolveContexts } from "#http/context.ts";
import { healthEndpoints } from "#http/health.ts";
import { rememberRoutes } from "#http/known-routes.ts";
import { logging, logRequests } from "#http/logging.ts";
import { readsConstraint } from "#http/negotiation.ts";
import { handOverRest, type OnDemand, onDemand, sendStraight, type Surface } from "#http/on-demand.ts";
import { openQuotas } from "#http/quota.ts";
import { requestId } from "#http/request-id.ts";
import { addSecurityHeaders } from "#http/security-headers.ts";
import type { SiteDirectory } from "#http/site-directory.ts";
import { answerUnreadable } from "#http/unreadable-address.ts";
import { authorizeEndpoint } from "#oauth/endpoints/authorize.ts";
import { oauthEndpoints } from "#oauth/endpoints/plugin.ts";
import type { Environment } from "#lib/environment.ts";
import type { KeyRing } from "#oauth/key-ring.ts";
import type { FetchRules } from "#oauth/metadata-documents/fetch-document.ts";
import { openClientResolver } from "#oauth/metadata-documents/resolve-client.ts";
import { sendAuthorizationResponse } from "#pages/authorization-response.ts";
import { withPages } from "#pages/conventions.ts";
import { pages } from "#pages/plugin.ts";
import { answerErrors, answerUnmatched, type Beside } from "#pages/unmatched.ts";

export interface AppOptions {
  db: Database;
  sites: SiteDirectory;
  /** Decides which sites are served, and whether development conveniences exist. */
  environment: Environment;
  keyRing: KeyRing;
  csrfKey: Buffer;
  /** Undefined: no mail is sent, and nothing that needs it is offered. */
  mail?: Postbox | undefined;
  /** Where the bytes of files are. */
  storage: Storage;
  /** What webhooks are sent with; undefined: nothing about them can be changed. */
  webhooks?: WebhookSystem | undefined;
  /** Of development: shown at /dev/mail. */
  mailbox?: Mailbox | undefined;
  /** How the documents of clients are fetched, where that is not as from the public internet. */
  clientMetadata?: FetchRules | undefined;
  /** Tests move it. */
  clock?: () => Date;
  logLevel?: LevelWithSilent;
  trustedProxies?: readonly string[];
  /** Adds hooks before any route exists, to each application that this one consists of: the metrics. */
  observe?: (app: FastifyInstance) => void;
  /** Reads every surface at the start, and not when somebody first asks for something of it. */
  eager?: boolean;
}

const maxBody = 1024 * 1024;

/** Composes the surfaces; the only file that knows them all. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { db, sites, environment, keyRing, csrfKey, clock = () => new Date() } = options;
  const { mail, mailbox, storage, webhooks, clientMetadata } = options;
  let closing = false;
  const opened: OnDemand[] = [];
  // Straight to where it belongs, unless the process is about to end: then the application says so.
  const surfaceAt = (path: string) => (closing ? undefined : firstOf(opened, ({ at }) => at(path)));
  const app = newApp(options);
  sendStraight(app.server, surfaceAt);
  app.addHook("preClose", async () => {
    closing = true;
    // A connection that is kept open after its last answer would hold up the end until it times out.
    app.server.keepAliveTimeout = 1;
  });
  healthEndpoints(app, db, () => closing);

  const quotas = openQuotas(db, (err) => app.log.warn({ err }, "what requests were counted could not be shared"));
  app.addHook("onClose", () => quotas.close());
  const views = openViewCounter((err) => app.log.warn({ err }, "the pages that were shown could not be counted"));
  app.addHook("onClose", () => views.close());

  app.register(async (ofSites) => {
    resolveContexts(ofSites, { db, sites, environment, clock, mail, storage, webhooks });
    await ofSites.register(oauthEndpoints(keyRing));
    const resolveClient = openClientResolver(clientMetadata);
    const authorize = authorizeEndpoint({ keyRing, resolveClient, respond: sendAuthorizationResponse });
    await ofSites.register(pages({ csrfKey, keyRing, mailbox, routes: [authorize] }));
    answerErrors(ofSites);
  });

  /** An application of some surfaces, which knows its sites and what to say where nothing is. */
  async function open(parts: readonly FastifyPluginAsync[], beside?: Beside): Promise<FastifyInstance> {
    const surface = newApp(options);
    surface.register(async (ofSites) => {
      resolveContexts(ofSites, { db, sites, environment, clock, mail, storage, webhooks });
      for (const part of parts) await ofSites.register(part);
      answerUnmatched(ofSites, csrfKey, beside);
    });
    await surface.ready();
    return surface;
  }

  const surfaces: Surface[] = [
    { paths: ["/member/graphql"], open: async () => open([(await import("#member/plugin.ts")).memberApi(quotas)]) },
    {
      paths: ["/api/v1", "/api/v1/*", "/openapi.json", "/docs/api", "/docs/api/*"],
      open: async () => open([(await import("#rest/plugin.ts")).operatorApi(quotas)]),
    },
    { paths: ["/mcp"], open: async () => open([(await import("#mcp/plugin.ts")).mcpServer(quotas)]) },
    {
      paths: ["/member/explorer", "/member/explorer/*"],
      open: async () => open([withPages(csrfKey, (await import("#pages/explorer/plugin.ts")).explorerPages)]),
    },
    {
      paths: ["/learn", "/learn/*", "/certificates", "/certificates/*"],
      open: async () => open([(await import("#pages/learn/plugin.ts")).learnPages(csrfKey, quotas)]),
    },
    {
      paths: ["/admin", "/admin/*"],
      open: async () => open([(await import("#pages/admin/plugin.ts")).adminArea({ csrfKey, sites, keyRing })]),
    },
    {
      // Whatever else there is at a site is for everybody, and a school puts pages where it likes.
      paths: ["/", "/*"],
      async open() {
        const { documents, sendPageDocument } = await import("#documents/plugin.ts");
        const { publicPages } = await import("#pages/public/plugin.ts");
        const sendOwnPage = (await import("#pages/public/unmatched.ts")).ownPages(csrfKey, views);
        return open([documents, publicPages(csrfKey, views)], {
          app,
          answer: async (request, reply) =>
            (await sendPageDocument(request, reply)) || (await sendOwnPage(request, reply)),
        });
      },
    },
  ];
  opened.push(...surfaces.map((surface) => onDemand(app, surface)));
  handOverRest(app, opened);
  if (options.eager) app.addHook("onReady", async () => void (await Promise.all(opened.map(({ open: now }) => now()))));
  return app;
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const compilesNone = () => () => {
  throw new Error("No route has a schema of Fastify's: what comes in is read by the operation that it is for.");
};

/** Fastify would else read its two compilers of JSON Schema into memory. */
const noSchemas = { compilersFactory: { buildValidator: compilesNone, buildSerializer: compilesNone } };

/** What every application has in common, whatever it answers. */
function newApp({ logLevel = "silent", trustedProxies = [], observe }: AppOptions): FastifyInstance {
  const app = fastify({
    ...logging(logLevel),
    genReqId: requestId,
    frameworkErrors: answerUnreadable,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: maxBody,
    // An authorization request has a `state` of up to 8,192 characters, each of them percent-encoded.
    http: { maxHeaderSize: 48 * 1024 },
    requestTimeout: 30_000,
    // The first line of a request is bounded already: what is too long for its place is told so there.
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: "idle",
    schemaController: noSchemas,
  });
  app.addConstraintStrategy(readsConstraint);
  rememberRoutes(app);
  observe?.(app);
  logRequests(app, logLevel);
  addSecurityHeaders(app);
  return app;
}
