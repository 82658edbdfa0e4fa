import type { FastifyInstance } from "fastify";
import { sessionSecretOf } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { pathOf } from "#http/path-of.ts";
import { anonymousPage, type OpenPageRequest, pageOf } from "../responses/page-request.ts";
import { documentPage } from "../views/docs/document.ts";
import { docsOverview } from "../views/docs/overview.ts";
import { consoleScript } from "./api/console-script.ts";
import { apiPages, type DescribeApi, openReference } from "./api/plugin.ts";
import { type DescribeMemberApi, memberApiPages } from "./member-api/plugin.ts";
import { changelogPages } from "./changelog.ts";
import { chooseCodeLanguage } from "./choose-language.ts";
import { documentNames } from "./contents.ts";
import { copyScript } from "./copy-script.ts";
import { docsStyle } from "./docs-style.ts";
import { atOrigin, listDocuments, neighborsOf, pathOfDocument, readDocument, readSource } from "./documents.ts";
import { sdkPackage } from "./sdk-package.ts";
import { errorPages } from "./errors.ts";
import { overviewMarkdown } from "./overview-markdown.ts";
import { readOnce } from "./read-once.ts";
import { exportedSearch } from "./search/exported.ts";
import { searchPages } from "./search/plugin.ts";
import { serveDocsPage } from "./serve-page.ts";
import type { OpenDocsPage } from "./docs-page.ts";

/** The developer documentation of a site, at /docs. `isExport`: its pages become files, without a server. */
export const docsPages =
  (describe: DescribeApi, describeMemberApi: DescribeMemberApi, { isExport = false } = {}) =>
  (app: FastifyInstance, openPageRequest: OpenPageRequest): void => {
    /** Anonymous readers get no cookie. */
    const openDocsPage: OpenDocsPage = async (request, reply) => {
      const isKnown = sessionSecretOf(request, contextOf(request)) !== undefined;
      const page = isKnown ? pageOf(await openPageRequest(request, reply)) : anonymousPage(request);
      return { ...page, documents: await listDocuments(), path: pathOf(request.url), isExport };
    };

    overview(app, openDocsPage);
    documents(app, openDocsPage);
    errorPages(app, openDocsPage);
    changelogPages(app, openDocsPage);
    const openApi = readOnce(() => openReference(describe));
    apiPages(app, openDocsPage, openApi);
    memberApiPages(app, openDocsPage, describeMemberApi);
    const search = isExport ? exportedSearch : searchPages;
    search(app, openDocsPage, async () => {
      const [{ document, ...reference }, { types }] = await Promise.all([openApi(), describeMemberApi()]);
      return { document, reference, types };
    });
    sdkPackage(app);
    for (const { path, type, body } of [docsStyle, copyScript, consoleScript]) {
      app.get(path, async (_request, reply) =>
        reply.header("cache-control", "public, max-age=31536000, immutable").type(type).send(body),
      );
    }
  };

function overview(app: FastifyInstance, openDocsPage: OpenDocsPage): void {
  serveDocsPage(app, openDocsPage, "/docs", {
    read: listDocuments,
    html: docsOverview,
    markdown: (documents, origin) => overviewMarkdown(origin, documents),
  });
}

function documents(app: FastifyInstance, openDocsPage: OpenDocsPage): void {
  for (const name of documentNames) {
    serveDocsPage(app, openDocsPage, pathOfDocument(name), {
      read: () => readSource(name),
      async html(page, _source, request, reply) {
        const { site } = contextOf(request);
        const language = page.isExport ? "all" : chooseCodeLanguage(request, reply, site);
        const [document, neighbors] = await Promise.all([readDocument(name, site.origin, language), neighborsOf(name)]);
        return documentPage(page, document, neighbors);
      },
      markdown: atOrigin,
    });
  }
}
