import type { FastifyInstance } from "fastify";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { openReferenceClient, referenceCallback } from "#oauth/clients/reference-client.ts";
import { apiEvent, apiEvents, apiIndex, apiSchema, apiTag } from "../../views/docs/api/index.ts";
import { apiOperation } from "../../views/docs/api/operation.ts";
import { signedInPage } from "../../views/docs/api/try-it.ts";
import type { DocsPage } from "../../views/docs/layout.ts";
import { chooseCodeLanguage } from "../choose-language.ts";
import type { OpenDocsPage } from "#pages/docs/docs-page.ts";
import { sendPage } from "../../responses/send.ts";
import { ownScripts, sendDocsPage } from "../send.ts";
import {
  type ApiDocument,
  type ApiReference,
  readEventSchema,
  readOperation,
  readReference,
  readSchema,
  search,
} from "./reference.ts";
import { renderOperationCode } from "./render-operation-code.ts";

/** Opens the OpenAPI document of the operator API, with the example address of a school. */
export type DescribeApi = () => Promise<ApiDocument>;

interface OpenedReference extends ApiReference {
  document: ApiDocument;
}

/** CSP directives of pages that send requests to this site. */
const withRequests = [ownScripts, "connect-src 'self'"];

/** GET /docs/api: reference of the operator API, from its OpenAPI document. */
export function apiPages(app: FastifyInstance, openDocsPage: OpenDocsPage, describe: DescribeApi): void {
  // Read on the first request, because most processes never serve these pages.
  let opening: Promise<OpenedReference> | undefined;
  const openReference = async (): Promise<OpenedReference> => {
    const document = await describe();
    return { document, ...(await readReference(document)) };
  };
  const open = async (): Promise<OpenedReference> => {
    try {
      return await (opening ??= openReference());
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };

  app.get("/docs/api", async (request, reply) => {
    const page = await openDocsPage(request, reply);
    const reference = await open();
    const { q } = asRecord(request.query);
    const query = typeof q === "string" ? q.trim().slice(0, 100) : "";
    const found = query === "" ? undefined : search(reference, query);
    return sendDocsPage(reply, page, apiIndex(page, reference, query, found));
  });
  app.get("/docs/api/webhooks", async (request, reply) => {
    const page = await openDocsPage(request, reply);
    return sendDocsPage(reply, page, apiEvents(page, (await open()).events.values()));
  });
  one(app, "tags", async (page, name, { tags }) => {
    const tag = tags.get(name);
    return tag && apiTag(page, tag);
  });
  one(app, "webhooks", async (page, name, { document, events }) => {
    const event = events.get(name);
    return event && apiEvent(page, event, await readEventSchema(document, event));
  });
  one(app, "schemas", async (page, name, { document }) => {
    const schema = await readSchema(document, name);
    return schema && apiSchema(page, name, schema);
  });

  app.get<{ Params: { name: string } }>("/docs/api/operations/:name", async (request, reply) => {
    const { site } = contextOf(request);
    const { document, operations } = await open();
    const entry = operations.get(request.params.name);
    if (!entry) throw notFound("page", request.params.name);
    const operation = await readOperation(document, entry);
    const language = chooseCodeLanguage(request, reply, site);
    const page = await openDocsPage(request, reply);
    const code = await renderOperationCode(operation, site.origin, language);
    return sendDocsPage(reply, page, apiOperation(page, operation, code), withRequests);
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

  function one(
    routes: FastifyInstance,
    kind: string,
    render: (page: DocsPage, name: string, reference: OpenedReference) => Promise<string | undefined>,
  ): void {
    routes.get<{ Params: { name: string } }>(`/docs/api/${kind}/:name`, async (request, reply) => {
      const page = await openDocsPage(request, reply);
      const rendered = await render(page, request.params.name, await open());
      if (rendered === undefined) throw notFound("page", request.params.name);
      return sendDocsPage(reply, page, rendered);
    });
  }
}
