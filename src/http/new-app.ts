import fastify, { type FastifyInstance } from "fastify";
import type { LevelWithSilent } from "pino";
import { compressTexts } from "./compress-texts.ts";
import { evaluateConditionsOfReads } from "./conditional-reads.ts";
import { observedResponse } from "./connections/observed-response.ts";
import type { UnreadResponses } from "./connections/unread-responses.ts";
import { readForwardedFor } from "./forwarded-for.ts";
import { rememberRoutes } from "./known-routes.ts";
import { logging, logRequests } from "./logging.ts";
import { readsConstraint } from "./negotiation.ts";
import { observeRequests } from "./observe-requests.ts";
import { requestId } from "./request-id.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { answerUnreadable } from "./unreadable-address.ts";

export interface HttpOptions {
  logLevel?: LevelWithSilent;
  trustedProxies?: readonly string[];
  /** Continues the traces of trusted proxies. */
  trustsTraceparent?: boolean;
  /** Adds hooks before any route exists, to each application of this one. */
  observe?: (app: FastifyInstance) => void;
}

const maxBody = 1024 * 1024;

/** Bytes. An authorization request may have a `state` of 8,192 characters, all percent-encoded. */
const maxHead = 48 * 1024;

const compilesNone = () => () => {
  throw new Error("Fastify schemas are not supported: operations parse their own input.");
};

/** Keeps Fastify from loading its two JSON Schema compilers. */
const noSchemas = { compilersFactory: { buildValidator: compilesNone, buildSerializer: compilesNone } };

/** Creates an application with the common configuration. */
export function newApp(
  { logLevel = "silent", trustedProxies = [], trustsTraceparent = false, observe }: HttpOptions,
  unread: UnreadResponses,
): FastifyInstance {
  const app = fastify({
    ...logging(logLevel),
    genReqId: requestId,
    frameworkErrors: answerUnreadable,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: maxBody,
    http: { maxHeaderSize: maxHead, ServerResponse: observedResponse(unread) },
    requestTimeout: 30_000,
    // The request line is already bounded: overlong parameters are rejected where they are used.
    routerOptions: { maxParamLength: maxHead, ignoreTrailingSlash: true },
    forceCloseConnections: "idle",
    // A connection that was accepted just before the listener closed gets its response.
    return503OnClosing: false,
    schemaController: noSchemas,
  });
  // Nothing supports QUERY (RFC 10008), so its content is not judged either: it gets the 405 of other methods.
  app.addHttpMethod("QUERY", { overrideExisting: true });
  app.addConstraintStrategy(readsConstraint);
  rememberRoutes(app);
  observe?.(app);
  if (trustedProxies.length > 0) {
    readForwardedFor(app);
    app.addHook("onRequest", (request, _reply, done) => {
      unread.identify(request.raw, request);
      done();
    });
  }
  observeRequests(app, { trustsTraceparent });
  logRequests(app, logLevel);
  addSecurityHeaders(app);
  evaluateConditionsOfReads(app);
  compressTexts(app);
  return app;
}
