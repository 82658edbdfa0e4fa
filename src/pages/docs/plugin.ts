import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionSecretOf } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { pathOf } from "#http/path-of.ts";
import { anonymousPage, type OpenPageRequest, pageOf } from "../responses/page-request.ts";
import { documentPage } from "../views/docs/document.ts";
import { docsOverview } from "../views/docs/overview.ts";
import { consoleScript } from "./api/console-script.ts";
import { apiPages, type DescribeApi } from "./api/plugin.ts";
import { type DescribeMemberApi, memberApiPages } from "./member-api/plugin.ts";
import { changelogPages } from "./changelog.ts";
import { chooseCodeLanguage } from "./choose-language.ts";
import { documentNames } from "./contents.ts";
import { copyScript } from "./copy-script.ts";
import { docsStyle } from "./docs-style.ts";
import { listDocuments, neighborsOf, pathOfDocument, readDocument, readSource } from "./documents.ts";
import { sdkPackage } from "./sdk-package.ts";
import { errorPages } from "./errors.ts";
import { overviewMarkdown } from "./overview-markdown.ts";
import { ownScripts, sendDocsPage, sendMarkdown } from "./send.ts";
import type { OpenDocsPage } from "./docs-page.ts";

/** The developer documentation of a site, at /docs. */
export const docsPages =
  (describe: DescribeApi, describeMemberApi: DescribeMemberApi) =>
  (app: FastifyInstance, openPageRequest: OpenPageRequest): void => {
    /** Anonymous readers get no cookie. */
    const openDocsPage: OpenDocsPage = async (request, reply) => {
      const isKnown = sessionSecretOf(request, contextOf(request)) !== undefined;
      const page = isKnown ? pageOf(await openPageRequest(request, reply)) : anonymousPage(request);
      return { ...page, documents: await listDocuments(), path: pathOf(request.url) };
    };

    overview(app, openDocsPage);
    documents(app, openDocsPage);
    errorPages(app, openDocsPage);
    changelogPages(app, openDocsPage);
    apiPages(app, openDocsPage, describe);
    memberApiPages(app, openDocsPage, describeMemberApi);
    sdkPackage(app);
    for (const { path, type, body } of [docsStyle, copyScript, consoleScript]) {
      app.get(path, async (_request, reply) =>
        reply.header("cache-control", "public, max-age=31536000, immutable").type(type).send(body),
      );
    }
  };

function overview(app: FastifyInstance, openDocsPage: OpenDocsPage): void {
  app.get("/docs", async (request, reply) => {
    const page = await openDocsPage(request, reply);
    return sendDocsPage(reply, page, docsOverview(page));
  });
  app.get("/docs.md", sendOverviewMarkdown);
  app.get("/docs", { constraints: { reads: "markdown" } }, sendOverviewMarkdown);
}

async function sendOverviewMarkdown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { site } = contextOf(request);
  return sendMarkdown(reply, overviewMarkdown(site, await listDocuments()), `${site.origin}/docs`);
}

function documents(app: FastifyInstance, openDocsPage: OpenDocsPage): void {
  for (const name of documentNames) {
    const path = pathOfDocument(name);
    const asMarkdown = async (request: FastifyRequest, reply: FastifyReply) => {
      const { origin } = contextOf(request).site;
      return sendMarkdown(reply, await readSource(name, origin), `${origin}${path}`);
    };
    app.get(path, async (request, reply) => {
      const { site } = contextOf(request);
      const language = chooseCodeLanguage(request, reply, site);
      const [page, document, neighbors] = await Promise.all([
        openDocsPage(request, reply),
        readDocument(name, site.origin, language),
        neighborsOf(name),
      ]);
      return sendDocsPage(reply, page, documentPage(page, document, neighbors), [ownScripts]);
    });
    app.get(`${path}.md`, asMarkdown);
    app.get(path, { constraints: { reads: "markdown" } }, asMarkdown);
  }
}
