import type { FastifyInstance } from "fastify";
import { notFound } from "#domain/platform/problem.ts";
import { sendPage } from "./send.ts";
import { errorReferences } from "./text/error-reference.ts";
import { pageOf, type OpenPageRequest } from "./page-request.ts";
import { errorIndex, errorReference } from "./views/error-reference.ts";

/** GET /docs/errors and /docs/errors/{code}: targets of all `error_uri` values. */
export function referencePages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get("/docs/errors", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    return sendPage(reply, errorIndex(pageOf(pageRequest)));
  });

  app.get<{ Params: { code: string } }>("/docs/errors/:code", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const entry = errorReferences.find(({ code }) => code === request.params.code);
    if (!entry) throw notFound("error code", request.params.code);
    return sendPage(reply, errorReference(pageOf(pageRequest), entry));
  });
}
