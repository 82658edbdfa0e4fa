import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { Refusal, sendRefusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { formType } from "#http/form-body.ts";
import { acceptJson } from "#http/json-body.ts";
import type { ReadyResponses } from "#http/ready-responses.ts";
import { logFailure, outageOf, refuseFor } from "#http/outage.ts";
import { TransportError, transportErrorOf } from "#http/transport-error.ts";
import { recordError } from "#telemetry/record-error.ts";
import { errorBody, OAuthError } from "../error.ts";
import type { KeyRing } from "../key-ring.ts";
import { discoveryEndpoints } from "./discovery.ts";
import { acceptForms } from "./form-body.ts";
import { introspectEndpoint } from "./introspect.ts";
import { registerEndpoint } from "./register.ts";
import { revokeEndpoint } from "./revoke.ts";
import { tokenEndpoint } from "./token.ts";
import { userinfoEndpoint } from "./userinfo.ts";

/** The authorization server's machine endpoints. Every error here is RFC 6749 §5.2 JSON. */
export const oauthEndpoints = (keyRing: KeyRing, ready: ReadyResponses) => async (app: FastifyInstance) => {
  await app.register(async (documents) => {
    allowAnyOrigin(documents, { cached: true });
    mapErrors(documents, "Send no body.");
    discoveryEndpoints(documents, keyRing, ready);
  });
  await app.register(async (endpoints) => {
    answerUncached(endpoints, [formType]);
    allowAnyOrigin(endpoints);
    tokenEndpoint(endpoints, keyRing);
    revokeEndpoint(endpoints);
  });
  await app.register(async (endpoints) => {
    answerUncached(endpoints, [jsonType]);
    allowAnyOrigin(endpoints);
    registerEndpoint(endpoints);
  });
  // Reads only the header. A body is ignored, because some HTTP clients send one by default.
  await app.register(async (endpoints) => {
    answerUncached(endpoints, [formType, jsonType]);
    allowAnyOrigin(endpoints);
    userinfoEndpoint(endpoints);
  });
  // Introspection has no CORS: its callers are servers, never pages in a browser.
  await app.register(async (endpoints) => {
    answerUncached(endpoints, [formType]);
    introspectEndpoint(endpoints);
  });
};

const jsonType = "application/json";

/** Accepts bodies of the given media types only. */
function answerUncached(app: FastifyInstance, types: readonly string[]): void {
  app.removeContentTypeParser("text/plain");
  app.removeContentTypeParser(jsonType);
  if (types.includes(jsonType)) acceptJson(app, jsonType, { checksTexts: false });
  if (types.includes(formType)) acceptForms(app);
  // RFC 6749 §5.1
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store").header("pragma", "no-cache");
    done();
  });
  mapErrors(app, `Send the body as ${types.join(" or ")}.`);
}

/** `wrongType`: the description for a body of another media type. */
function mapErrors(app: FastifyInstance, wrongType: string): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { origin } = contextOf(request).site;
    if (error instanceof Refusal) return sendRefusal(reply, contextOf(request).site, error);
    if (error instanceof Problem && error.code === "rate_limited") {
      recordError(error.code, request.scope);
      reply.header("retry-after", String(error.details.retryAfterSeconds));
      return reply.code(429).send(errorBody(origin, new OAuthError("temporarily_unavailable", error.message)));
    }
    const refusal = error instanceof OAuthError ? error : unreadable(error, wrongType);
    if (refusal?.code === "invalid_client") challengeHeader(request, reply, origin);
    if (refusal) {
      recordError(refusal.code, request.scope);
      return reply.code(refusal.status).send(errorBody(origin, refusal));
    }
    logFailure(request, error);
    const outage = outageOf(error);
    recordError(outage?.code ?? "server_error", request.scope);
    if (outage) {
      const temporary = new OAuthError("temporarily_unavailable", outage.message);
      return refuseFor(outage, reply).send(errorBody(origin, temporary));
    }
    return reply.code(500).send(errorBody(origin, new OAuthError("server_error", "An internal error occurred.")));
  });
}

/** RFC 6749 §5.2: the challenge uses the scheme of the client's Authorization header. */
function challengeHeader({ headers }: FastifyRequest, reply: FastifyReply, origin: string): void {
  const scheme = /^[A-Za-z0-9-]+/.exec(headers.authorization ?? "")?.[0];
  if (scheme) reply.header("www-authenticate", `${scheme} realm="${origin}"`);
}

/** Maps requests that the server rejects before an endpoint runs to the errors of RFC 6749. */
function unreadable(error: FastifyError, wrongType: string): OAuthError | undefined {
  const refused = transportErrorOf(error, wrongType);
  // 400, unless RFC 9110 has a status for a coding, a charset or a condition.
  const status = error instanceof TransportError ? error.statusCode : 400;
  return refused && new OAuthError("invalid_request", refused.message, status);
}
