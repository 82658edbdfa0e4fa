import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";

const methods: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What stands behind an address that was asked in a way it does not know: 405 with `Allow` (RFC 9110 §15.5.6), or 404. */
export function statusOfUnmatched(
  routers: readonly FastifyInstance[],
  request: FastifyRequest,
  reply: FastifyReply,
): 404 | 405 {
  const url = request.url.split("?")[0]!;
  const allowed = methods.filter((method) => routers.some((router) => router.hasRoute({ url, method })));
  if (allowed.length === 0) return 404;
  reply.header("allow", allowed.join(", "));
  return 405;
}

/** Whether whoever asks would rather read a page. */
export const prefersPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/html") ?? false;
