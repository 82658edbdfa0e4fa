import type { FastifyReply, FastifyRequest } from "fastify";
import { prefersPage } from "./not-found.ts";
import { surfaceOf } from "./surface-of.ts";

const text = "The URL has invalid percent-encoding. Encode its text as UTF-8.";

/**
 * Responds to a URL with invalid percent-encoding, which reaches no hook and no route, in the format of the surface. Its
 * site is not known, so the response names no address.
 */
export function answerUnreadable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { id } = request;
  reply.code(400).header("x-content-type-options", "nosniff").header("cache-control", "no-store");
  reply.header("x-request-id", id).header("referrer-policy", "no-referrer");
  reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  const [type, body] = bodyFor(request);
  void reply.type(type).send(body);
}

function bodyFor(request: FastifyRequest): [type: string, body: string] {
  const { id, url } = request;
  switch (surfaceOf(url)) {
    case "operator_api":
      return [
        "application/problem+json; charset=utf-8",
        JSON.stringify({
          type: "about:blank",
          title: "The request is malformed",
          status: 400,
          detail: text,
          code: "invalid_request",
          request_id: id,
        }),
      ];
    case "member_api":
      return [json, JSON.stringify({ errors: [{ message: text, extensions: { code: "BAD_USER_INPUT" } }] })];
    case "mcp":
      return [json, JSON.stringify({ jsonrpc: "2.0", error: { code: -32_600, message: text } })];
    default:
      return prefersPage(request)
        ? ["text/html; charset=utf-8", `<!doctype html><html lang="en"><title>400</title><p>${text}</p></html>`]
        : [json, JSON.stringify({ error: "invalid_request", error_description: text, request_id: id })];
  }
}

const json = "application/json; charset=utf-8";
