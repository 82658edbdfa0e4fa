import type { FastifyReply } from "fastify";

/** Sends JSON to a script of a page. Opened as a page, it can do nothing. */
export const sendJson = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply
    .code(status)
    .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body));
