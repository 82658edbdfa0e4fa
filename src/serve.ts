import { hkdfSync } from "node:crypto";
import type { FastifyInstance } from "fastify";
import fastify from "fastify";
import type { Registry } from "prom-client";
import { createDemo } from "#domain/demo/create-demo.ts";
import { demoNotice } from "#domain/demo/demo-notice.ts";
import { type JobRunner, startJobRunner } from "#domain/jobs/runner.ts";
import { listen } from "#http/listen.ts";
import { measureRequests } from "#http/metrics.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { type Installation, openInstallation } from "./installation.ts";
import { loadSecretKey } from "./secret-key.ts";

const clock = () => new Date();

export interface Server {
  app: FastifyInstance;
  installation: Installation;
  /** Finishes what is in flight, then closes the database. May be called again. */
  close(): Promise<void>;
}

/** Opens the database, serves every site of it, and runs the jobs. */
export async function serve(config: Config, report: (line: string) => void = () => {}): Promise<Server> {
  const secretKey = loadSecretKey(config);
  const installation = await openInstallation(config, { role: "serve", log: report });
  const { database } = installation;
  try {
    if (config.environment !== "production") await prepareDemo(installation, config, report);
    let registry: Registry | undefined;
    const app = buildApp({
      db: database,
      sites: openSiteDirectory(database),
      keyRing: openKeyRing(secretKey),
      csrfKey: Buffer.from(hkdfSync("sha256", secretKey, "", "lectern csrf", 32)),
      clock,
      logLevel: config.logLevel,
      trustedProxies: config.trustedProxies,
      observe: (instance) => {
        if (config.metricsPort !== undefined) registry = measureRequests(instance);
      },
    });
    const metrics = registry && (await serveMetrics(registry, config));
    await listen(app, { host: config.host, port: config.port, setting: "LECTERN_PORT" });
    const jobs = await startJobRunner({ db: database, connection: installation.connection, clock, log: app.log });
    report(`Lectern listens on port ${config.port}. Ctrl-C ends it.`);
    return { app, installation, close: once(() => closeAll(app, metrics, jobs, installation)) };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function prepareDemo({ database }: Installation, { port, dataFolder }: Config, report: (line: string) => void) {
  const demo = await createDemo(database, { port, dataFolder, now: clock() });
  if (demo) report(demoNotice(demo, dataFolder));
}

async function serveMetrics(registry: Registry, { host, metricsPort }: Config): Promise<FastifyInstance> {
  const metrics = fastify();
  metrics.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  await listen(metrics, { host, port: metricsPort!, setting: "LECTERN_METRICS_PORT" });
  return metrics;
}

async function closeAll(
  app: FastifyInstance,
  metrics: FastifyInstance | undefined,
  jobs: JobRunner,
  installation: Installation,
): Promise<void> {
  await app.close();
  await Promise.all([metrics?.close(), jobs.stop()]);
  await installation.close();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
