import type { FastifyInstance } from "fastify";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { publicCaching } from "#http/public-cache/keep-public-responses.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { openReferenceClient, referenceCallback } from "#oauth/clients/reference-client.ts";
import { apiEvent, apiEvents, apiIndex, apiSchema, apiTag } from "../../views/docs/api/index.ts";
import { apiOperation } from "../../views/docs/api/operation.ts";
import { signedInPage } from "../../views/docs/api/try-it.ts";
import { chooseCodeLanguage } from "../choose-language.ts";
import type { OpenDocsPage } from "#pages/docs/docs-page.ts";
import { sendPage } from "../../responses/send.ts";
import { atOrigin } from "../documents.ts";
import { readOnce } from "../read-once.ts";
import { ownScripts } from "../send.ts";
import { serveDocsPage } from "../serve-page.ts";
import {
  eventMarkdown,
  eventsMarkdown,
  indexMarkdown,
  operationMarkdown,
  schemaMarkdown,
  tagMarkdown,
} from "./markdown/pages.ts";
import { postmanCollection, postmanItems, postmanPath } from "./postman.ts";
import {
  type ApiDocument,
  type ApiReference,
  readEvent,
  readOperation,
  readReference,
  readSchema,
  search,
} from "./reference.ts";
import { renderExample, renderOperationCode } from "./render-operation-code.ts";

/** Opens the OpenAPI document of the operator API, with the example address of a school. */
export type DescribeApi = () => Promise<ApiDocument>;

export interface OpenedReference extends ApiReference {
  document: ApiDocument;
}

/** CSP directives of pages that send requests to this site. */
const withRequests = [ownScripts, "connect-src 'self'"];

/** Reads the lists of the reference, on the first request: most processes never serve these pages. */
export const openReference = async (describe: DescribeApi): Promise<OpenedReference> => {
  const document = await describe();
  return { document, ...(await readReference(document)) };
};

/** GET /docs/api: reference of the operator API, from its OpenAPI document. */
export function apiPages(app: FastifyInstance, openDocsPage: OpenDocsPage, open: () => Promise<OpenedReference>): void {
  serveDocsPage(app, openDocsPage, "/docs/api", {
    read: open,
    html(page, reference, request) {
      const { q } = asRecord(request.query);
      const query = typeof q === "string" ? q.trim().slice(0, 100) : "";
      return apiIndex(page, reference, query, query === "" ? undefined : search(reference, query));
    },
    markdown: indexMarkdown,
  });
  serveDocsPage(app, openDocsPage, "/docs/api/tags/:name", {
    read: async (name) => (await open()).tags.get(name),
    html: apiTag,
    markdown: tagMarkdown,
  });
  serveDocsPage(app, openDocsPage, "/docs/api/webhooks", {
    read: async () => [...(await open()).events.values()],
    html: apiEvents,
    markdown: eventsMarkdown,
  });
  serveDocsPage(app, openDocsPage, "/docs/api/webhooks/:name", {
    async read(name) {
      const { document, events } = await open();
      const entry = events.get(name);
      return entry && readEvent(document, entry);
    },
    html: async (page, event) => apiEvent(page, event, await renderExample(event.example, page.site.origin)),
    markdown: (event, origin) => atOrigin(eventMarkdown(event, origin), origin),
  });
  serveDocsPage(app, openDocsPage, "/docs/api/schemas/:name", {
    async read(name) {
      const schema = await readSchema((await open()).document, name);
      return schema && { name, schema };
    },
    html: apiSchema,
    markdown: schemaMarkdown,
  });
  serveDocsPage(app, openDocsPage, "/docs/api/operations/:name", {
    async read(name) {
      const { document, operations } = await open();
      const entry = operations.get(name);
      return entry && readOperation(document, entry);
    },
    async html(page, operation, request, reply) {
      const language = page.isExport ? "all" : chooseCodeLanguage(request, reply, contextOf(request).site);
      return apiOperation(page, operation, await renderOperationCode(operation, page.site.origin, language));
    },
    markdown: (operation, origin) => atOrigin(operationMarkdown(operation, origin), origin),
    directives: withRequests,
  });

  // Written on the first request, because most processes never serve it.
  const openItems = readOnce(async () => {
    const reference = await open();
    return postmanItems(reference.document, reference);
  });
  app.get(postmanPath, async (request, reply) => {
    const collection = postmanCollection(await openItems(), contextOf(request).site);
    return reply
      .header("cache-control", publicCaching)
      .header("etag", `"${fingerprint(collection, 22)}"`)
      .type("application/json; charset=utf-8")
      .send(collection);
  });

  // Its address has an authorization code, so the page is never stored.
  app.get(referenceCallback, async (request, reply) =>
    sendPage(reply, signedInPage(await openDocsPage(request, reply)), { content: withRequests }),
  );
  app.post("/docs/api/client", async (request, reply) => {
    const clientId = await openReferenceClient(contextOf(request));
    if (clientId === undefined) throw notFound("client", "API reference");
    return reply.header("cache-control", "no-store").send({ client_id: clientId });
  });
}
