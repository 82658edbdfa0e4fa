import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import type { Database } from "#database/database.ts";
import { contentVersions } from "#domain/public-catalog/content-version.ts";
import { openViewCounter } from "#domain/analytics/page-views.ts";
import type { Mailbox } from "#domain/messages/mail/mailbox.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import type { BadgeSystem } from "#domain/learning/open-badges/badge-system.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import type { FactorSystem } from "#domain/people/second-factors/factor-system.ts";
import type { PaymentSystem } from "#domain/sales/payments/payment-system.ts";
import type { IdentitySystem } from "#domain/people/identity-providers/identity-system.ts";
import type { PushSystem } from "#domain/messages/push/push-system.ts";
import type { WebhookSystem } from "#domain/webhooks/webhook-system.ts";
import { serveConnections } from "#http/connections/serve-connections.ts";
import { openUnreadResponses, type UnreadLimits } from "#http/connections/unread-responses.ts";
import { resolveContexts } from "#http/context.ts";
import { type Checks, healthEndpoints } from "#http/health.ts";
import { logsRequests } from "#http/logging.ts";
import { type HttpOptions, newApp } from "#http/new-app.ts";
import { handOverRest, type OnDemand, onDemand, sendStraight, type Surface } from "#http/on-demand.ts";
import { keepPublicResponses } from "#http/public-cache/keep-public-responses.ts";
import { openQuotas } from "#http/quota.ts";
import { requireReadableRequests } from "#http/readable-requests.ts";
import { openReadyResponses } from "#http/ready-responses.ts";
import { similarSearches } from "#http/similar-searches.ts";
import type { SiteDirectory } from "#http/site-directory.ts";
import { redirectTrailingSlashes } from "#http/trailing-slash.ts";
import { authorizeEndpoint } from "#oauth/endpoints/authorize.ts";
import { oauthEndpoints } from "#oauth/endpoints/plugin.ts";
import { type ChangeBus, noSiblings } from "#lib/work/change-bus.ts";
import { limitViews } from "#http/viewing.ts";
import type { Environment } from "#lib/settings/environment.ts";
import type { Extension as McpExtension } from "#mcp/protocol/extension.ts";
import type { KeyRing } from "#oauth/key-ring.ts";
import type { FetchRules } from "#oauth/metadata-documents/fetch-document.ts";
import { openClientResolver } from "#oauth/metadata-documents/resolve-client.ts";
import { sendAuthorizationResponse } from "#pages/authorization/authorization-response.ts";
import { withPages } from "#pages/responses/conventions.ts";
import { visitorLook } from "#pages/responses/page-request.ts";
import { pages } from "#pages/plugin.ts";
import { answerErrors, answerUnmatched, type FallbackHandler } from "#pages/responses/unmatched.ts";

export interface AppOptions extends HttpOptions {
  db: Database;
  sites: SiteDirectory;
  /** Determines which sites are served, and whether development conveniences exist. */
  environment: Environment;
  keyRing: KeyRing;
  csrfKey: Buffer;
  /** Undefined: no mail is sent, and features that need mail are hidden. */
  mail?: Postbox | undefined;
  /** Object storage for file bytes. */
  storage: Storage;
  /** Sends webhooks; undefined: webhook endpoints are read-only. */
  webhooks?: WebhookSystem | undefined;
  /** Sends notifications to devices; undefined: none are offered. */
  push?: PushSystem | undefined;
  /** Opens the credentials of payment providers; undefined: no payments. */
  payments?: PaymentSystem | undefined;
  /** Reaches identity providers; undefined: people sign in without them. */
  identities?: IdentitySystem | undefined;
  /** Signs Open Badges; undefined: certificates have none. */
  badges?: BadgeSystem | undefined;
  /** Checks second factors; undefined: none can be set up. */
  factors?: FactorSystem | undefined;
  /** Development only: received mail, shown at /dev/mail. */
  mailbox?: Mailbox | undefined;
  /** Addresses for reports of vulnerabilities, in /.well-known/security.txt. Default none. */
  securityContacts?: readonly string[] | undefined;
  /** Rules for fetching client metadata documents; the defaults are for the public internet. */
  clientMetadata?: FetchRules | undefined;
  /** Replaceable in tests. */
  clock?: () => Date;
  /** Parts that /readyz checks besides the database and the storage. */
  checks?: Checks;
  /** True while load balancers should send requests elsewhere. */
  isDraining?: () => boolean;
  /** Server processes on this machine that hold streams of the same clients. Default none. */
  siblings?: ChangeBus | undefined;
  /** Number of server processes on this machine, which count the same clients. Default 1. */
  processes?: number;
  /** Only for tests of conformance: tools, resources and prompts besides those of the product. */
  mcpExtension?: McpExtension | undefined;
  /** Replaceable in tests. */
  unreadLimits?: UnreadLimits | undefined;
  /** Loads every surface at startup instead of on its first request. */
  eager?: boolean;
}

const describeMemberApi = async () => (await import("#member/describe.ts")).describeMemberApi();

/** Composes the surfaces. This is the only file that knows all of them. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { db, sites, keyRing, csrfKey, clock = () => new Date() } = options;
  const { mailbox, storage, clientMetadata } = options;
  let closing = false;
  const stopping = new AbortController();
  const opened: OnDemand[] = [];
  // Routes directly to the surface. During shutdown, the main application responds instead.
  const surfaceAt = (path: string) => (closing ? undefined : opened.find(({ owns }) => owns(path))?.opened());
  const unread = openUnreadResponses(options.unreadLimits);
  const app = newApp(options, unread);
  const ready = openReadyResponses({
    sites,
    clock,
    log: app.log,
    logsRequests: logsRequests(options.logLevel ?? "silent"),
    isClosing: () => closing || options.isDraining?.() === true,
  });
  serveConnections(app.server, (handlers) => sendStraight(handlers, ready, surfaceAt));
  app.addHook("preClose", async () => {
    closing = true;
    stopping.abort();
    // A connection kept alive after its last response would delay the shutdown until it times out.
    app.server.keepAliveTimeout = 1;
  });
  healthEndpoints(app, {
    checks: { ...db.checks, storage: () => storage.store.check(), ...options.checks },
    isClosing: () => closing || options.isDraining?.() === true,
  });

  const quotas = openQuotas(db, {
    processes: options.processes,
    report: (err) => app.log.warn({ err }, "request counts could not be shared between processes"),
  });
  app.addHook("onClose", () => quotas.close());
  const views = openViewCounter((err) => app.log.warn({ err }, "page views could not be saved"));
  app.addHook("onClose", () => views.close());

  /** Finds the site of a request, and refuses requests that no surface can read. */
  function prepareRequests(ofSites: FastifyInstance): void {
    resolveContexts(ofSites, { ...options, clock });
    limitViews(ofSites, csrfKey);
    requireReadableRequests(ofSites);
    redirectTrailingSlashes(ofSites);
    // Surfaces that are registered later replace this handler.
    answerErrors(ofSites);
  }

  app.register(async (ofSites) => {
    prepareRequests(ofSites);
    await ofSites.register(oauthEndpoints(keyRing, ready));
    const resolveClient = openClientResolver(clientMetadata);
    const authorize = authorizeEndpoint({ keyRing, resolveClient, respond: sendAuthorizationResponse });
    await ofSites.register(pages({ csrfKey, keyRing, routes: [authorize] }));
  });

  /** Creates an application from surfaces, with site lookup and a fallback for unmatched requests. */
  async function open(
    parts: readonly FastifyPluginAsync[],
    fallback?: FallbackHandler,
    prepare?: (ofSites: FastifyInstance) => void,
  ): Promise<FastifyInstance> {
    const surface = newApp(options, unread);
    surface.decorate("application", app);
    surface.register(async (ofSites) => {
      prepareRequests(ofSites);
      prepare?.(ofSites);
      for (const part of parts) await ofSites.register(part);
      answerUnmatched(ofSites, csrfKey, fallback);
    });
    await surface.ready();
    return surface;
  }

  // The routes of a surface are unknown until its first request loads it, and a school can have pages at all other paths.
  // Tests compare the paths with the routes, both ways (surface-paths.test.ts, methods.test.ts).
  const surfaces: Surface[] = [
    { paths: ["/member/graphql"], open: async () => open([(await import("#member/plugin.ts")).memberApi(quotas)]) },
    {
      paths: ["/api/v1", "/api/v1/*", "/openapi.json"],
      open: async () => open([(await import("#rest/plugin.ts")).operatorApi(quotas)]),
    },
    {
      paths: ["/scim/v2", "/scim/v2/*"],
      open: async () => open([(await import("#scim/plugin.ts")).scim(quotas)]),
    },
    {
      paths: ["/payments/*"],
      open: async () => open([(await import("#rest/provider-events.ts")).providerEvents]),
    },
    {
      paths: ["/email-reports/*"],
      open: async () => open([(await import("#rest/email-reports.ts")).emailReports]),
    },
    {
      paths: ["/mcp", "/mcp/*", "/.well-known/mcp", "/.well-known/mcp.json", "/.well-known/mcp/*", "/server.json"],
      async open() {
        const { mcpDocuments, mcpServer } = await import("#mcp/plugin.ts");
        return open([
          mcpServer({
            quotas,
            siblings: options.siblings ?? noSiblings,
            stopping: stopping.signal,
            stateKey: csrfKey,
            clock,
            extension: options.mcpExtension,
          }),
          mcpDocuments,
        ]);
      },
    },
    {
      paths: ["/docs", "/docs.md", "/docs/*"],
      async open() {
        const { docsPages } = await import("#pages/docs/plugin.ts");
        const { exampleOrigin } = await import("#pages/docs/documents.ts");
        const describe = async () => {
          const { openSiteDocument } = await import("#rest/openapi/site-document.ts");
          return openSiteDocument({ origin: exampleOrigin, name: "" });
        };
        return open([withPages(csrfKey, docsPages(describe, describeMemberApi))]);
      },
    },
    {
      paths: [
        "/learn",
        "/learn/*",
        "/certificates",
        "/certificates/*",
        "/account/digital-products",
        "/account/events",
        "/account/events/*",
        "/account/notes",
        "/account/notes.md",
        "/account/notes/*",
        "/calendar-feeds/*",
      ],
      open: async () => open([(await import("#pages/learn/plugin.ts")).learnPages(csrfKey, quotas)]),
    },
    {
      paths: [
        "/account",
        "/account/*",
        "/sign-up",
        "/sign-up/*",
        "/sign-in/*",
        "/invitation",
        "/purchase/confirm",
        "/password/*",
        "/email/*",
        "/sender/*",
        "/unsubscribe",
        ...(mailbox ? ["/dev/mail", "/dev/styles", "/dev/styles.css"] : []),
      ],
      open: async () =>
        open([(await import("#pages/account/account-surface.ts")).accountSurface({ csrfKey, mailbox })]),
    },
    {
      paths: ["/files/*", "/downloads/*", "/job-results/*"],
      open: async () => open([(await import("#pages/responses/file-surface.ts")).fileSurface(csrfKey)]),
    },
    {
      paths: ["/admin", "/admin/*"],
      open: async () =>
        open([(await import("#pages/admin/plugin.ts")).adminArea({ csrfKey, sites, keyRing, application: app })]),
    },
    {
      // All remaining paths are public, and pages of the school have custom paths.
      paths: ["/", "/*"],
      async open() {
        const { documents, sendPageDocument } = await import("#documents/plugin.ts");
        const { publicPages } = await import("#pages/public/plugin.ts");
        const { listDocuments } = await import("#pages/docs/documents.ts");
        // Agents build on a school. They run no server.
        const listGuides = async () => {
          const { start, guides, reference } = await listDocuments();
          return [...start, ...guides, ...reference];
        };
        const sendOwnPage = (await import("#pages/public/unmatched.ts")).ownPages(csrfKey, views);
        const mayFindSimilar = similarSearches(quotas);
        const keep = (ofSites: FastifyInstance) =>
          keepPublicResponses(ofSites, {
            versions: contentVersions(db),
            sites,
            lookOf: visitorLook,
            countView: (context, { headers }) => views.count(context, context.now, headers["user-agent"]),
          });
        const fallback: FallbackHandler = {
          app,
          answer: async (request, reply) =>
            (await sendPageDocument(request, reply)) || (await sendOwnPage(request, reply)),
        };
        return open(
          [
            documents(listGuides, mayFindSimilar, options.securityContacts),
            publicPages(csrfKey, views, mayFindSimilar),
          ],
          fallback,
          keep,
        );
      },
    },
  ];
  opened.push(...surfaces.map((surface) => onDemand(app, surface)));
  handOverRest(app, opened);
  if (options.eager) app.addHook("onReady", async () => void (await Promise.all(opened.map(({ open: now }) => now()))));
  return app;
}
