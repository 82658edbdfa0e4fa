import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import type { Problem } from "#domain/problem.ts";
import { callerOf, requireToken } from "#http/bearer.ts";
import type { Refusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { mount } from "./mount.ts";
import { sendProblem } from "./problem-json.ts";
import { routes } from "./routes.ts";

/** The operator API (`/api/v1`): tokens alone, no cookie is read. Every error is problem+json. */
export async function operatorApi(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser(
    ["application/json", "application/merge-patch+json"],
    { parseAs: "string" },
    (request, text, done) => (text === "" ? done(null, {}) : parseJson(request, text as string, done)),
  );
  allowAnyOrigin(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (request.method === "OPTIONS") return;
    const context = contextOf(request);
    const standing = await requireToken(context, request.headers.authorization);
    request.resolvedContext = { ...context, caller: callerOf(standing) };
  });
  app.setErrorHandler<FastifyError | Refusal | Problem>(sendProblem);
  for (const route of routes) mount(app, route, (request: FastifyRequest) => contextOf(request));
}
