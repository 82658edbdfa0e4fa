import type { FastifyInstance, FastifyRequest } from "fastify";
import { productVersion } from "#lib/settings/product-version.ts";
import { coalesce } from "#lib/work/coalesce.ts";
import { withinTime } from "#lib/time/within-time.ts";

/** Parts that the server needs, by name. Each check rejects if its part does not work. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

interface Health {
  checks: Checks;
  /** The process shuts down: load balancers should send requests elsewhere. */
  isClosing: () => boolean;
}

/**
 * GET /healthz checks the process, GET /readyz everything that it needs. `?exclude=storage` omits a part. Served on
 * every host, because probes send none. `X-API-Version` shows which release answers while one replaces another.
 */
export function healthEndpoints(app: FastifyInstance, { checks, isClosing }: Health): void {
  const findFailing = openChecks(checks);
  const version = productVersion();

  app.get("/healthz", async () => ({ status: "ok" }));

  app.get<{ Querystring: { exclude?: string | string[] } }>("/readyz", async (request, reply) => {
    reply.header("cache-control", "no-store").header("x-api-version", version);
    if (isClosing()) return reply.code(503).send({ status: "closing" });
    const excluded = new Set([request.query.exclude ?? []].flat());
    const failing = (await findFailing(request)).filter((name) => !excluded.has(name));
    return failing.length === 0 ? { status: "ready" } : reply.code(503).send({ status: "unavailable", failing });
  });
}

/** Milliseconds; a slow part counts as failing. */
const timeoutMs = 2000;

/** Milliseconds for which a result is reused, so that many probes cost as much as one. */
const lifetimeMs = 500;

/** Returns the names of the failing parts. A check that still hangs is not started again. */
function openChecks(checks: Checks): (request: FastifyRequest) => Promise<string[]> {
  const oneAtATime = coalesce<void>();
  let last: { startedAt: number; failing: Promise<string[]> } | undefined;

  const findFailing = async (request: FastifyRequest): Promise<string[]> => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await withinTime(timeoutMs, oneAtATime(name, check));
          return [];
        } catch (err) {
          request.log.warn({ err, part: name }, "not ready");
          return [name];
        }
      }),
    );
    return results.flat();
  };

  return (request) => {
    if (last && performance.now() - last.startedAt < lifetimeMs) return last.failing;
    last = { startedAt: performance.now(), failing: findFailing(request) };
    return last.failing;
  };
}
