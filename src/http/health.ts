import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Queries } from "#database/database.ts";

/** GET /healthz checks the process, GET /readyz also the database. Served on every host, because probes send none. */
export function healthEndpoints(app: FastifyInstance, db: Queries, isClosing: () => boolean): void {
  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/readyz", async (request, reply) => {
    if (isClosing()) return reply.code(503).send({ status: "closing" });
    try {
      await within(timeoutMs, db.first`select 1`);
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "the database is unavailable");
      return reply.code(503).send({ status: "database unavailable" });
    }
  });
}

/** Milliseconds; a slow database counts as unavailable. */
const timeoutMs = 3000;

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = wait(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`No response within ${milliseconds} ms.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
  }
}
