import fastify from "fastify";
import { formatFor } from "#telemetry/metrics/exposition.ts";
import type { Metrics } from "#telemetry/metrics/open-metrics.ts";
import { listen } from "./listen.ts";

/** Serves GET /metrics on a port of its own. Returns a function that stops it. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<() => Promise<void>> {
  const app = fastify();
  app.get("/metrics", async ({ headers }, reply) => {
    const format = formatFor(headers.accept);
    return reply.type(format.contentType).send(format.write(await metrics.read()));
  });
  await listen(app, { host, port, portSetting: "LECTERN_METRICS_PORT", hostSetting: "LECTERN_METRICS_HOST" });
  return () => app.close();
}
