import type { FastifyServerOptions } from "fastify";
import type { LevelWithSilent } from "pino";

/**
 * Structured lines (pino). An address is logged without its query and a request without its headers: codes, tokens,
 * cookies and form fields never reach the log.
 */
export const logging = (level: LevelWithSilent): FastifyServerOptions["logger"] => ({
  level,
  serializers: {
    req: ({ method, url, host, ip }) => ({ method, path: url.split("?", 1)[0], host, address: ip }),
    res: ({ statusCode }) => ({ status: statusCode }),
  },
});
