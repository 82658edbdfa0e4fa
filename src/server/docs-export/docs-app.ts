import { randomBytes } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { anonymous } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { siteFrom } from "#domain/platform/site/site.ts";
import { readsConstraint } from "#http/negotiation.ts";
import { docsPages } from "#pages/docs/plugin.ts";
import { exampleOrigin } from "#pages/docs/documents.ts";
import { withPages } from "#pages/responses/conventions.ts";
import { servedIslands } from "#pages/islands/serve-islands.ts";
import { servedStylesheet } from "#pages/responses/stylesheet.ts";
import { describeMemberApi } from "#member/describe.ts";
import { openSiteDocument } from "#rest/openapi/site-document.ts";

const describe = () => openSiteDocument({ origin: exampleOrigin, name: "" });

/** The school that the documentation names: no database has it. */
export interface NamedSchool {
  name: string;
  origin: string;
}

/** Creates an application with the documentation only, for anonymous readers. It reads no database. */
export function docsApp({ name, origin }: NamedSchool): FastifyInstance {
  const site = siteFrom({
    id: "00000000-0000-0000-0000-000000000000",
    origin,
    host: new URL(origin).host,
    name,
    description: "",
    defaultLocale: "en",
    mode: "live",
    isDemo: false,
    verifiedSender: null,
    settings: {},
  });
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.addConstraintStrategy(readsConstraint);
  app.decorateRequest("resolvedContext", null);
  app.addHook("onRequest", (request, _reply, done) => {
    const context = { site, caller: anonymous, now: new Date(), requestId: request.id, address: request.ip };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Without a database: these pages read none.
    request.resolvedContext = context as unknown as RequestContext;
    done();
  });
  app.register(withPages(randomBytes(32), docsPages(describe, describeMemberApi, { isExport: true })));
  servedStylesheet(app);
  servedIslands(app);
  app.get("/openapi.json", async (_request, reply) => {
    const pieces: string[] = [];
    for await (const piece of (await openSiteDocument(site)).text()) pieces.push(piece);
    return reply.type("application/json; charset=utf-8").send(pieces.join(""));
  });
  return app;
}
