import { hkdfSync } from "node:crypto";
import type { FastifyInstance } from "fastify";
import fastify from "fastify";
import type { Registry } from "prom-client";
import { connect, type DatabaseConnection } from "#database/connect.ts";
import { type JobRunner, startJobRunner } from "#domain/jobs/runner.ts";
import { measureRequests } from "#http/metrics.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { loadSecretKey } from "./secret-key.ts";

const clock = () => new Date();

export interface Server {
  app: FastifyInstance;
  connection: DatabaseConnection;
  /** Finishes what is in flight, then closes the database. May be called again. */
  close(): Promise<void>;
}

/** Opens the database, serves every site of it, and runs the jobs. */
export async function serve(config: Config, report: (line: string) => void = () => {}): Promise<Server> {
  const secretKey = loadSecretKey(config);
  const connection = await connect(config, { role: "serve", log: report });
  const { database } = connection;
  try {
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
    await app.listen({ host: config.host, port: config.port });
    const metrics = registry && (await serveMetrics(registry, config));
    const jobs = await startJobRunner({ db: database, connection: connection.connection, clock, log: app.log });
    return { app, connection, close: once(() => closeAll(app, metrics, jobs, connection)) };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function serveMetrics(registry: Registry, { host, metricsPort }: Config): Promise<FastifyInstance> {
  const metrics = fastify();
  metrics.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  await metrics.listen({ host, port: metricsPort! });
  return metrics;
}

async function closeAll(
  app: FastifyInstance,
  metrics: FastifyInstance | undefined,
  jobs: JobRunner,
  connection: DatabaseConnection,
): Promise<void> {
  await app.close();
  await Promise.all([metrics?.close(), jobs.stop()]);
  await connection.close();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
