import { createServer, type ServerResponse } from "node:http";
import { collectDefaultMetrics, Counter, type Metric, Registry } from "prom-client";
import { listen } from "#http/listen.ts";
import type { MeasuredMetrics, Report } from "./messages.ts";
import type { WorkerProcess } from "./worker-process.ts";

interface MetricsOptions {
  host: string;
  port: number;
  listening: () => WorkerProcess[];
}

/** The metrics of the supervisor and all its server processes at one address. */
export interface ProcessMetrics {
  listen(): Promise<void>;
  hear(report: Report): void;
  countRestart(): void;
  close(): void;
}

/** Milliseconds to wait for a server process. */
const patience = 2000;

/**
 * Each series has the number of its process, 0 for the supervisor. Sums over processes would decrease when one is
 * started again, which Prometheus takes for a reset of the whole sum.
 */
export function openProcessMetrics({ host, port, listening }: MetricsOptions): ProcessMetrics {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const restarts = new Counter({
    name: "lectern_process_restarts_total",
    help: "Server processes that ended unexpectedly and were started again",
    registers: [own],
  });
  const waiting = new Map<number, (metrics: MeasuredMetrics) => void>();
  let last = 0;

  async function measure(worker: WorkerProcess): Promise<MeasuredMetrics> {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<MeasuredMetrics>();
    waiting.set(id, resolve);
    const timer = setTimeout(resolve, patience, []);
    worker.send({ kind: "measure", id });
    void worker.ended.then(() => resolve([]));
    const metrics = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    return metrics;
  }

  async function collect(): Promise<Registry> {
    const measured = listening().map(async (worker) => [worker.number, await measure(worker)] as const);
    return merge([[0, await own.getMetricsAsJSON()], ...(await Promise.all(measured))]);
  }

  async function respond(response: ServerResponse): Promise<void> {
    try {
      const registry = await collect();
      response.setHeader("content-type", registry.contentType).end(await registry.metrics());
    } catch {
      response.writeHead(500).end();
    }
  }

  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") return response.writeHead(404).end();
    return void respond(response);
  });
  const opened = {
    listen: (address: { host: string; port: number }) =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(address, resolve);
      }),
  };

  return {
    listen: () => listen(opened, { host, port, setting: "LECTERN_METRICS_PORT", hostSetting: "LECTERN_METRICS_HOST" }),
    hear(report) {
      if (report.kind === "measured") waiting.get(report.id)?.(report.metrics);
    },
    countRestart: () => restarts.inc(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Puts the series of all processes into one metric each. */
function merge(measured: readonly (readonly [process: number, metrics: MeasuredMetrics])[]): Registry {
  const merged = new Map<string, MeasuredMetrics[number]>();
  for (const [process, metrics] of measured) {
    for (const metric of metrics) {
      const values = metric.values.map((value) => ({ ...value, labels: { process, ...value.labels } }));
      const known = merged.get(metric.name);
      if (known) known.values.push(...values);
      else merged.set(metric.name, { ...metric, values });
    }
  }
  const registry = new Registry();
  for (const metric of merged.values()) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A registry reads nothing else of a metric.
    registry.registerMetric({ ...metric, get: async () => metric } as unknown as Metric);
  }
  return registry;
}
