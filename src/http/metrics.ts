import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Metrics of the process, its event loop, and requests by route, method and status. */
export interface Metrics {
  registry: Registry;
  close(): void;
  /** Measures the requests of an application. Must be called before its first route. */
  measure(app: FastifyInstance): void;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "lectern_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its response",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const stopSampling = sampleEventLoop(registry);
  return {
    registry,
    close: stopSampling,
    measure: (app) =>
      app.addHook("onResponse", (request, reply, done) => {
        if (request.routeOptions.config.handedOver) return done();
        // The route pattern, not the address, which bounds the number of label values.
        const route = request.routeOptions.url ?? "none";
        duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      }),
  };
}

/** Milliseconds between two samples. Longer delays are always seen, shorter ones only if a sample falls into them. */
const sampleInterval = 20;

/**
 * Observes how late a timer fires, which is the delay of every other request. The default gauges of Node.js
 * (`nodejs_eventloop_lag_*`) reset at each scrape; a histogram can be aggregated across processes.
 */
function sampleEventLoop(registry: Registry): () => void {
  const delay = new Histogram({
    name: "lectern_event_loop_delay_seconds",
    help: "Time for which the event loop was blocked, sampled every 20 milliseconds",
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  let expected = performance.now() + sampleInterval;
  const timer = setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - expected) / 1000);
    expected = now + sampleInterval;
  }, sampleInterval);
  timer.unref();
  return () => clearInterval(timer);
}
