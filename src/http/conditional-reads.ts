import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { evaluatePreconditions, hasPreconditions, preconditionFailed } from "./preconditions.ts";

/**
 * Headers that describe a body (RFC 9110 §15.4.5): a response without one has none of them, and no media type, which is
 * removed last because compression reads it (`compress-texts.ts`).
 */
const bodyHeaders = ["content-length", "content-encoding", "content-range", "content-digest"];
const representationHeaders = [
  ...bodyHeaders,
  "content-type",
  "etag",
  "last-modified",
  "link",
  "accept-ranges",
  "content-disposition",
];

/**
 * Evaluates the conditions of every successful read, by the `ETag` and `Last-Modified` of its response. Endpoints that
 * know their validators before their body call `isNotModified` first.
 */
export function evaluateConditionsOfReads(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!hasPreconditions(request) || !isSuccessfulRead(request, reply)) return done(null, payload);
    try {
      if (!isNotModified(request, reply)) return done(null, payload);
    } catch (error) {
      discard(payload);
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    discard(payload);
    reply.code(304);
    // The HEAD routes of Fastify measure a text.
    done(null, request.method === "HEAD" ? "" : null);
  });
  // RFC 9110 §8.6: the length of a 304 response would be that of the whole body.
  app.addHook("onRoute", (route) => {
    if (route.method !== "HEAD") return;
    route.onSend = [route.onSend ?? []].flat().concat((_request, reply, payload, done) => {
      if (reply.statusCode === 304) reply.removeHeader("content-length");
      done(null, payload);
    });
  });
}

/**
 * True if the client has the representation that the headers of the response describe: send 304 without a body. Throws
 * if a condition of the request is not met.
 */
export function isNotModified(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!hasPreconditions(request)) return false;
  const [etag, lastModified] = [reply.getHeader("etag"), reply.getHeader("last-modified")];
  const validators = {
    ...(etag !== undefined && { etag: String(etag) }),
    ...(lastModified !== undefined && { lastModified: new Date(String(lastModified)) }),
  };
  try {
    const outcome = evaluatePreconditions(request, validators);
    if (outcome === "failed") throw preconditionFailed();
    if (outcome === "proceed") return false;
    for (const name of bodyHeaders) reply.removeHeader(name);
    return true;
  } catch (error) {
    // The error is not the representation, nor its kept encodings.
    request.encoded = null;
    for (const name of representationHeaders) reply.removeHeader(name);
    reply.header("cache-control", "no-store");
    throw error;
  }
}

const isSuccessfulRead = ({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  (method === "GET" || method === "HEAD") && statusCode >= 200 && statusCode < 300;

function discard(payload: unknown): void {
  if (payload instanceof Readable) payload.destroy();
}
