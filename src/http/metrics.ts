import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** What Prometheus reads: the process's own figures and the time of each request by route, method and status. */
export interface Metrics {
  registry: Registry;
  /** Measures the requests of an application that has no routes yet. */
  measure(app: FastifyInstance): void;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "lectern_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return {
    registry,
    measure: (app) =>
      app.addHook("onResponse", (request, reply, done) => {
        if (request.routeOptions.config.handedOver) return done();
        // The pattern of the route, never the address: there are as many patterns as lines in the code.
        const route = request.routeOptions.url ?? "none";
        duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      }),
  };
}
