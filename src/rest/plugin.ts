import type { FastifyError, FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { openCallCounter } from "#domain/site/school/api-calls.ts";
import { callerOf, requireToken } from "#http/bearer.ts";
import type { Refusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { acceptJson } from "#http/json-body.ts";
import { statusOfUnmatched } from "#http/not-found.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { maxFileInRequest } from "#domain/files/files/create-file.ts";
import { maxPartBytes } from "#domain/files/files/uploads/receive-part.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { acceptForms } from "./read-form.ts";
import { limitRequests } from "./limit-requests.ts";
import { addressesOf } from "./location.ts";
import { mount } from "./mount.ts";
import { openApiEndpoint } from "./openapi/endpoint.ts";
import { sendProblem, wrongMethodCode } from "./problem-json.ts";
import { prefix } from "./prefix.ts";
import { routeIndex } from "#operations/route-index.ts";

/** Mounts the operator API and its OpenAPI document. */
export const operatorApi =
  (quotas: Quotas) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(openApiEndpoint);
    await app.register(resources(quotas), { prefix });
  };

/** Mounts `/api/v1`, which accepts tokens only and reads no cookies. Every error is problem+json. */
const resources = (quotas: Quotas) => async (app: FastifyInstance) => {
  const addresses = addressesOf(routeIndex);
  const version = productVersion();
  readJson(app);
  allowAnyOrigin(app);
  countCalls(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store").header("x-api-version", version);
    if (request.method === "OPTIONS") return;
    const context = contextOf(request);
    const { bulk = false, scopes } = request.routeOptions.config;
    const tokenStatus = await requireToken(context, request.headers.authorization, scopes);
    const authenticated = { ...context, caller: callerOf(tokenStatus) };
    request.resolvedContext = authenticated;
    await limitRequests(quotas, authenticated, { bulk }, reply);
  });
  app.setErrorHandler<FastifyError | Refusal | Problem>(sendProblem);
  app.setNotFoundHandler((request, reply) => {
    const status = statusOfUnmatched([app], request, reply);
    const allowed = String(reply.getHeader("allow"));
    return status === 405
      ? sendProblem(
          Object.assign(new Error(`This endpoint supports ${allowed}.`), { name: "Error", code: wrongMethodCode }),
          request,
          reply,
        )
      : sendProblem(
          new Problem("not_found", "This endpoint does not exist. /openapi.json lists all endpoints."),
          request,
          reply,
        );
  });
  for (const entry of routeIndex) if (!entry.takes) mount(app, entry, addresses);
  await app.register(async (withForms) => {
    await acceptForms(withForms, maxFileInRequest);
    for (const entry of routeIndex) if (entry.takes === "form") mount(withForms, entry, addresses);
  });
  await app.register(async (withBytes) => {
    withBytes.removeAllContentTypeParsers();
    withBytes.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxPartBytes }, (_request, bytes, done) =>
      done(null, bytes),
    );
    for (const entry of routeIndex) if (entry.takes === "bytes") mount(withBytes, entry, addresses);
  });
};

/** Counts authenticated requests for usage statistics. */
function countCalls(app: FastifyInstance): void {
  const calls = openCallCounter((err) => app.log.error({ err }, "the requests of a site cannot be counted"));
  app.addHook("onResponse", async ({ resolvedContext }) => {
    if (resolvedContext?.caller.kind !== "token") return;
    const { db, site, now } = resolvedContext;
    calls.count(db, site, now);
  });
  app.addHook("onClose", () => calls.write());
}

function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  acceptJson(app, ["application/json", "application/merge-patch+json"], { checksTexts: false });
}
