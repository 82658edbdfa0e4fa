import type { FastifyInstance } from "fastify";
import { sessionSecretOf } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { pathOf } from "#http/path-of.ts";
import { anonymousPage, type OpenPageRequest, pageOf } from "../responses/page-request.ts";
import { documentPage } from "../views/docs/document.ts";
import { docsOverview } from "../views/docs/overview.ts";
import { apiPages, type DescribeApi, openReference } from "./api/plugin.ts";
import { type DescribeMemberApi, memberApiPages } from "./member-api/plugin.ts";
import { changelogPages } from "./changelog.ts";
import { chooseCodeLanguage } from "./choose-language.ts";
import { documentNames } from "./contents.ts";
import { docsStyle } from "./docs-style.ts";
import {
  atOrigin,
  listDocuments,
  neighborsOf,
  pathOfDocument,
  readDocument,
  readSource,
  type DocumentEntry,
  type DocumentList,
} from "./documents.ts";
import { errorPages } from "./errors.ts";
import { readOnce } from "./read-once.ts";
import { exportedSearch } from "./search/exported.ts";
import { searchPages } from "./search/plugin.ts";
import { serveDocsPage } from "./serve-page.ts";
import type { OpenDocsPage } from "./docs-page.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { textFor } from "../text/catalogue.ts";
import { readFile } from "node:fs/promises";
import path from "node:path";

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
    app.get(docsStyle.path, async (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .type("text/css; charset=utf-8")
        .send(docsStyle.body),
    );
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

/** `/docs.md`: every document with its first sentence. */
function overviewMarkdown(origin: string, documents: DocumentList): string {
  const { docs: text } = textFor("en");
  const line = ({ path, title, description }: DocumentEntry) => `- [${title}](${origin}${path}.md): ${description}`;
  const groups = typedKeys(documents).map(
    (group) => `## ${text.groups[group]}\n\n${documents[group].map(line).join("\n")}\n`,
  );
  return `# ${text.title}

The documents for developers at ${origin}.

- [OpenAPI description](${origin}/openapi.json): every operation of the operator API
- [${text.api}](${origin}/docs/api.md): ${text.apiAbout}
- [${text.reference.events}](${origin}/docs/api/webhooks.md): ${text.reference.eventsAbout}
- [${text.memberApi}](${origin}/docs/member-api.md): ${text.memberApiAbout}
- [${text.memberReference.sdl}](${origin}/docs/member-api.graphql): the Member API in GraphQL
- [${text.errors}](${origin}/docs/errors.md): ${text.errorsAbout}
- [${text.changelog}](${origin}/docs/changelog.md): ${text.changelogAbout}
- [Authorization](${origin}/auth.md): how to get access as an application

${groups.join("\n")}`;
}

const file = path.join(import.meta.dirname, "../../../packages/sdk/sdk.tgz");

/**
 * GET /docs/sdk.tgz: the TypeScript SDK that fits this server, which npm installs from here. A release contains it; in a
 * checkout `npm run build:sdk` writes it, also while the server runs.
 */
function sdkPackage(app: FastifyInstance): void {
  app.get("/docs/sdk.tgz", async (request, reply) => {
    const archive = await readFile(file).catch(() => undefined);
    if (archive) return reply.header("cache-control", "public, max-age=300").type("application/gzip").send(archive);
    const { origin } = contextOf(request).site;
    return reply
      .code(404)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(
        `The SDK of this checkout is not built yet: run npm run build:sdk there. ${origin}/docs/guides/typescript-sdk\n`,
      );
  });
}
