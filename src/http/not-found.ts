import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodsAt } from "./known-routes.ts";

/** What stands behind an address that was asked in a way it does not know: 405 with `Allow` (RFC 9110 §15.5.6), or 404. */
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

/** Whether whoever asks would rather read a page. */
export const prefersPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/html") ?? false;
