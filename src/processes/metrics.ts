import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "#http/listen.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { process as metrics } from "#telemetry/metrics/catalog.ts";
import { formatFor } from "#telemetry/metrics/exposition.ts";
import { type Family, openMetrics } from "#telemetry/metrics/open-metrics.ts";
import type { Report } from "./messages.ts";
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

const workerTimeoutMs = 2000;

/**
 * Each series has the number of its process, 0 for the supervisor. Sums over processes would decrease when one is
 * started again, which Prometheus takes for a reset of the whole sum.
 */
export function openProcessMetrics({ host, port, listening }: MetricsOptions): ProcessMetrics {
  const ownMetrics = openMetrics({ version: productVersion(), collect: [] });
  const waiting = new Map<number, (measured: Family[]) => void>();
  let last = 0;

  async function measure(worker: WorkerProcess): Promise<Family[]> {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Family[]>();
    waiting.set(id, resolve);
    const timer = setTimeout(resolve, workerTimeoutMs, []);
    worker.send({ kind: "measure", id });
    void worker.ended.then(() => resolve([]));
    const measured = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    return measured;
  }

  async function collect(): Promise<Family[]> {
    const measured = listening().map(async (worker) => [worker.number, await measure(worker)] as const);
    return merge([[0, await ownMetrics.read()], ...(await Promise.all(measured))]);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const format = formatFor(request.headers.accept);
      response.setHeader("content-type", format.contentType).end(format.write(await collect()));
    } catch {
      response.writeHead(500).end();
    }
  }

  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") return response.writeHead(404).end();
    return void respond(request, response);
  });
  const opened = {
    server,
    listen: (address: { host: string; port: number }) =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(address, resolve);
      }),
  };

  return {
    listen: () =>
      listen(opened, { host, port, portSetting: "LECTERN_METRICS_PORT", hostSetting: "LECTERN_METRICS_HOST" }),
    hear(report) {
      if (report.kind === "measured") waiting.get(report.id)?.(report.metrics);
    },
    countRestart: () => metrics.restarts.add({}),
    close() {
      ownMetrics.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Puts the series of all processes into one family each. */
function merge(measured: readonly (readonly [process: number, families: Family[]])[]): Family[] {
  const merged = new Map<string, Family>();
  for (const [process, families] of measured) {
    for (const family of families) {
      const values = family.values.map((value) => ({
        ...value,
        labels: { process: String(process), ...value.labels },
      }));
      const mergedFamily = merged.get(family.name);
      if (mergedFamily) mergedFamily.values.push(...values);
      else merged.set(family.name, { ...family, values });
    }
  }
  return [...merged.values()];
}
