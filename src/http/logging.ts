import { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import type { LevelWithSilent } from "pino";

/**
 * Structured lines (pino), one a request. An address is logged without its query and a request without its headers:
 * codes, tokens, cookies and form fields never reach the log.
 */
export const logging = (level: LevelWithSilent): FastifyServerOptions => ({
  logger: { level, serializers: { req: ({ id }: { id: string }) => ({ id }) } },
  // Ours says it in one line instead of two.
  logController: new LogController({ disableRequestLogging: true }),
});

export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, url, host, ip } = request;
    const path = url.split("?", 1)[0];
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, host, path, status: reply.statusCode, milliseconds, address: ip }, "request");
  });
}
