import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodsAt } from "./known-routes.ts";

/**
 * The status of an unmatched request: 405 with `Allow` if the address exists with other methods (RFC 9110 §15.5.6),
 * else 404.
 */
export function statusOfUnmatched(
  routers: readonly FastifyInstance[],
  request: FastifyRequest,
  reply: FastifyReply,
): 404 | 405 {
  const allowed = methodsAt(routers, request.url);
  if (allowed.length === 0) return 404;
  reply.header("allow", allowed.join(", "));
  return 405;
}

export const prefersPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/html") ?? false;
