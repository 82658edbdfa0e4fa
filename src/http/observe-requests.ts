import type { FastifyInstance, FastifyRequest } from "fastify";
import { http as metrics } from "#telemetry/metrics/catalog.ts";
import { inScope, type Scope } from "#telemetry/scope.ts";
import { failSpan, isTracing, startRootSpan } from "#telemetry/tracing/spans.ts";
import { surfaceOf } from "./surface-of.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `observeRequests`. */
    scope: Scope | null;
    /** The route pattern, not the address, which bounds the number of values. Set by `observeRequests`. */
    route: string;
  }
}

interface ObserveOptions {
  /** Continues the traces of trusted proxies. */
  trustsTraceparent: boolean;
}

/**
 * Measures and traces the requests of an application, and makes their IDs known to the database. Must be called before
 * its first route.
 */
export function observeRequests(app: FastifyInstance, { trustsTraceparent }: ObserveOptions): void {
  app.decorateRequest("scope", null);
  app.decorateRequest("route", "none");

  app.addHook("onRequest", (request, reply, done) => {
    // Fastify builds these options on every access.
    const { config, url: route = "none" } = request.routeOptions;
    if (config.handedOver) return done();
    const surface = surfaceOf(request.url);
    const span = isTracing() ? startSpanOf(request, route, surface) : undefined;
    const scope: Scope = { requestIds: [request.id], surface, span };
    request.scope = scope;
    request.route = route;
    // Also emitted if the client gives up.
    if (span) {
      reply.raw.once("close", () => {
        const { statusCode } = reply.raw;
        span.setAttribute("http.response.status_code", statusCode);
        if (statusCode >= 500) failSpan(span, String(statusCode));
        span.end();
      });
    }
    inScope(scope, done);
  });

  const startSpanOf = (request: FastifyRequest, route: string, surface: string) =>
    startRootSpan(`${request.method} ${route}`, {
      kind: "server",
      traceparent: request.headers.traceparent,
      trusted: trustsTraceparent && isFromTrustedProxy(request),
      // Never the address, the query or a header of the request: they contain secrets and personal data.
      attributes: {
        "http.request.method": request.method,
        "http.route": route,
        "lectern.surface": surface,
        "lectern.request_id": request.id,
      },
    });

  // Reading the body has left the scope: its events belong to the connection.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.scope && request.body !== undefined) inScope(request.scope, done);
    else done();
  });

  app.addHook("onResponse", (request, reply, done) => {
    if (request.scope && metrics.duration.sink) {
      const { method, route, scope } = request;
      const status = String(reply.statusCode);
      metrics.duration.observe({ surface: scope.surface, method, route, status }, reply.elapsedTime / 1000);
    }
    done();
  });
}

/** A trusted proxy adds its client to X-Forwarded-For. */
const isFromTrustedProxy = ({ ips }: FastifyRequest): boolean => ips !== undefined && ips.length > 1;
