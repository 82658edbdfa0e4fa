import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contextOf } from "#http/context.ts";
import { shareRefusal } from "#http/cors.ts";
import { logFailure, type Outage, outageOf, refuseFor } from "#http/outage.ts";
import { methodsAt } from "#http/known-routes.ts";
import { prefersPage, statusOfUnmatched } from "#http/not-found.ts";
import { transportErrorOf } from "#http/transport-error.ts";
import { errorBody, errorPage, OAuthError } from "#oauth/error.ts";
import { recordError } from "#telemetry/record-error.ts";
import { showError, showOutage } from "./errors.ts";
import { pageRequestOpener } from "./page-request.ts";

/** Handles requests that no route of the application matches. */
export interface FallbackHandler {
  /** Another application whose routes count as known paths. */
  app: FastifyInstance;
  /** Sends a response, or returns false if nothing matches. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

const everyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers unmatched requests: a page for browsers, JSON for programs. */
export function answerUnmatched(app: FastifyInstance, csrfKey: Buffer, fallback?: FallbackHandler): void {
  const openPageRequest = pageRequestOpener(csrfKey);
  const routers = fallback ? [app, fallback.app] : [app];

  // The body of a request that nothing handles is not read: `DELETE` with a JSON content type and no body is a 405.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === "OPTIONS") {
      const allowed = request.url === "*" ? everyMethod : methodsAt(routers, request.url);
      // RFC 9110 §9.3.7
      if (allowed.length > 0) return reply.code(204).header("allow", allowed.join(", ")).send();
    }
    const mayFallBack = request.method === "GET" || request.method === "HEAD";
    if (fallback && mayFallBack && (await fallback.answer(request, reply))) return reply;
    const status = statusOfUnmatched(routers, request, reply);
    recordError(status === 405 ? "method_not_allowed" : "not_found", request.scope);
    if (prefersPage(request)) return showError(openPageRequest, request, reply, { status });
    shareRefusal(routers, request, reply);
    return sendJson(request, reply.header("cache-control", "no-store"), status);
  });
}

/** Handles errors that occur before a request reaches a surface. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const outage = outageOf(error);
    const refused = outage ? undefined : transportErrorOf(error, "Send no body.");
    if (!refused) logFailure(request, error);
    recordError(outage?.code ?? (refused ? "invalid_request" : "internal"), request.scope);
    if (!outage) return sendJson(request, reply, refused?.statusCode ?? 500, refused?.message);
    return prefersPage(request) ? showOutage(request, reply, outage) : sendOutage(request, reply, outage);
  });
}

function sendOutage(request: FastifyRequest, reply: FastifyReply, outage: Outage): FastifyReply {
  const { origin } = contextOf(request).site;
  const body = errorBody(origin, new OAuthError("temporarily_unavailable", outage.message));
  return refuseFor(outage, reply).send({ ...body, request_id: request.id });
}

const texts: Record<number, [code: string, description: string]> = {
  404: ["not_found", "There is nothing at this URL."],
  405: ["method_not_allowed", "This URL does not support this method. The Allow header lists the supported methods."],
};

function sendJson(request: FastifyRequest, reply: FastifyReply, status: number, message?: string): FastifyReply {
  const [error, description] =
    texts[status] ??
    (message === undefined ? ["server_error", "An internal error occurred."] : ["invalid_request", message]);
  const uri = errorPage(contextOf(request).site.origin, error);
  return reply.code(status).send({ error, error_description: description, error_uri: uri, request_id: request.id });
}
