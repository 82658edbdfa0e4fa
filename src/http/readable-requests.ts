import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseFormFields } from "#lib/form-fields.ts";
import { requireEncodedText, requireUtf8Charset } from "./text.ts";
import { TransportError } from "./transport-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Returns true for parameters that need not be text: ignored ones, and those that are returned unchanged. */
    octets?: (name: string) => boolean;
    /** The route takes bytes of any type. */
    takesBytes?: boolean;
  }
}

/**
 * Refuses requests that cannot be read as they are meant, before their body is read: a content coding, another charset
 * or percent-encoded bytes that are not UTF-8. Must be called where the site is known, so that each surface reports the
 * error in its own format.
 */
export function requireReadableRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    // An unknown address or method is reported as such, and nothing reads the body of OPTIONS (RFC 9110 §9.3.7).
    if (request.is404 || request.method === "OPTIONS") {
      forgetContent(request.headers);
      return done();
    }
    try {
      requireReadable(request, reply);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    done();
  });
  app.addHook("preParsing", ({ headers }, _reply, payload, done) => {
    if (headers["transfer-encoding"] === undefined) return done(null, payload);
    // Fastify judges the type of a chunked body before its first chunk, and that may be the last one.
    whenReadable(payload, (error) => {
      if (!error && payload.readableLength === 0) forgetContent(headers);
      done(error, payload);
    });
  });
}

function requireReadable(request: FastifyRequest, reply: FastifyReply): void {
  const { headers, routeOptions } = request;
  const { octets, takesBytes } = routeOptions.config;
  const query = request.url.indexOf("?");
  if (query >= 0) requireEncodedText(withoutParameters(request.url.slice(query + 1), octets), "The query of the URL");
  // RFC 9110 §8.6: without content, its type and coding describe nothing.
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) {
    return forgetContent(headers);
  }
  const coding = headers["content-encoding"];
  if (coding !== undefined && !/^(?:[ \t,]*identity)*[ \t,]*$/i.test(coding)) {
    // RFC 9110 §12.5.3
    reply.header("accept-encoding", "identity");
    throw new TransportError(
      "unsupported_media_type",
      "The request body has a Content-Encoding. Send it without compression.",
    );
  }
  if (!takesBytes) requireUtf8Charset(headers["content-type"] ?? "", "The Content-Type");
}

/** Returns a query, or a form, without some of its parameters. */
export const withoutParameters = (encoded: string, isIgnored?: (name: string) => boolean): string =>
  isIgnored
    ? encoded
        .split("&")
        .filter((pair) => !isIgnored(parseFormFields(pair)[0]?.[0] ?? ""))
        .join("&")
    : encoded;

/** Calls back when a body has its first bytes or has ended. */
function whenReadable(body: Readable, done: (error: Error | null) => void): void {
  if (body.readableLength > 0 || body.readableEnded) return done(null);
  const settle = (error?: Error) => {
    for (const event of ["readable", "end", "close"]) body.removeListener(event, settle);
    body.removeListener("error", settle);
    done(error ?? null);
  };
  for (const event of ["readable", "end", "close"]) body.once(event, settle);
  body.once("error", settle);
}

function forgetContent(headers: IncomingHttpHeaders): void {
  delete headers["content-type"];
  delete headers["content-encoding"];
  delete headers["transfer-encoding"];
  delete headers["content-length"];
}
