import type { FastifyInstance } from "fastify";
import { notFound } from "#domain/platform/problem.ts";
import { errorReferences } from "../text/error-reference/error-reference.ts";
import { errorIndex, errorReference } from "../views/frame/error-reference.ts";
import type { OpenDocsPage } from "#pages/docs/docs-page.ts";
import { sendDocsPage } from "./send.ts";

/** GET /docs/errors and /docs/errors/{code}: targets of all `error_uri` values. */
export function errorPages(app: FastifyInstance, openDocsPage: OpenDocsPage): void {
  app.get("/docs/errors", async (request, reply) => {
    const page = await openDocsPage(request, reply);
    return sendDocsPage(reply, page, errorIndex(page));
  });

  app.get<{ Params: { code: string } }>("/docs/errors/:code", async (request, reply) => {
    const entry = errorReferences.find(({ code }) => code === request.params.code);
    if (!entry) throw notFound("error code", request.params.code);
    const page = await openDocsPage(request, reply);
    return sendDocsPage(reply, page, errorReference(page, entry));
  });
}
