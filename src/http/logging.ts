import { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { levels, type LevelWithSilent } from "pino";
import { redactSecrets } from "#lib/secrets/redact-secrets.ts";
import { inScope } from "#telemetry/scope.ts";
import { traceIds } from "#telemetry/tracing/spans.ts";
import { pathOf } from "./path-of.ts";
import { RequestLogger } from "./request-logger.ts";

/**
 * Structured log (pino), one line per request. Omits query strings and request headers, so that codes, tokens, cookies
 * and form fields never reach the log. Secrets that were pasted elsewhere, such as into a path, are redacted.
 */
export const logging = (level: LevelWithSilent): FastifyServerOptions => ({
  childLoggerFactory: (logger, bindings, options) => new RequestLogger(logger, bindings, options),
  logger: {
    level,
    serializers: { req: ({ id }: { id: string }) => ({ id }) },
    mixin: traceIds,
    hooks: { streamWrite: redactSecrets },
  },
  // The hook below logs one line instead of two.
  logController: new LogController({ disableRequestLogging: true }),
});

/** Returns true if a log of this level has a line per request. */
export function logsRequests(level: LevelWithSilent): boolean {
  const { [level]: least, info } = levels.values;
  return least !== undefined && info !== undefined && least <= info;
}

export function logRequests(app: FastifyInstance, level: LevelWithSilent): void {
  // Skips building lines that the log level discards.
  if (!logsRequests(level)) return;
  app.addHook("onResponse", (request, reply, done) => {
    if (!request.scope && request.routeOptions.config.handedOver) return done();
    const { method, url, host, ip } = request;
    const path = pathOf(url);
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    const entry = { method, host, path, status: reply.statusCode, milliseconds, address: ip };
    const { log, scope } = request;
    // The end of a response belongs to its connection and has left the scope of the request.
    if (scope?.span) inScope(scope, () => log.info(entry, "request"));
    else log.info(entry, "request");
    done();
  });
}
