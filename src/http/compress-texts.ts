import { pipeline, Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { compressAs, compressAtOnce, encoderOf, type Encoding, encodingFor, quickEncodingFor } from "./compress.ts";
import { tagOfCoding } from "./entity-tags.ts";
import { pathOf } from "./path-of.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The response in each encoding, for responses that are sent more than once. Set before the response is sent. */
    encoded: Encodings | null;
  }
}

/** The encodings of a body: each is made once. */
export interface Encodings {
  in(encoding: Encoding): Buffer | Promise<Buffer>;
}

/** Media types of texts. Images, fonts, archives and videos are compressed already. */
const isText = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:java|ecma)script)/;

/**
 * Responses that are compressed at the same time for one request each. Beyond them, responses are sent as they are: the
 * threads of the pool also read files and hash passwords.
 */
const maxUnderWay = 64;

/** Bytes of compressed public responses that are kept by their ETag, such as stylesheets. */
const maxKept = 4 * 1024 * 1024;

/**
 * Compresses texts with the coding that the client prefers (RFC 9110 §12.5.3), in a thread of the pool.
 *
 * A page of a member has secrets, and other sites can make the browser of the member request it with an input of their
 * choice, whose length beside the secrets shows in the length of the compressed page (BREACH). Such a page is compressed
 * only if the browser says that the person or this site made the request. Form tokens are masked besides (`csrf.ts`).
 */
export function compressTexts(app: FastifyInstance): void {
  app.decorateRequest("encoded", null);
  let underWay = 0;
  const compressedByName = new LRUCache<string, Buffer>({
    maxSize: maxKept,
    sizeCalculation: ({ length }) => length + 100,
  });

  app.addHook("onSend", (request, reply, payload, done) => {
    const accepted = request.headers["accept-encoding"];
    if (reply.statusCode === 304) describeUnchanged(request, reply);
    if (!isCompressible(reply)) return done(null, payload);
    if (payload instanceof Readable) return done(null, compressStream(request, reply, payload));
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done(null, payload);
    varyByEncoding(reply);
    const choose = isPublic(reply) ? encodingFor : quickEncodingFor;
    const encoding = choose(payload.length, accepted);
    if (!encoding || !mayCompress(request, reply)) return done(null, payload);
    const bytes = request.encoded ? request.encoded.in(encoding) : compress(encoding, payload, nameOf(reply));
    const send = (encodedBytes: Buffer | undefined) => {
      if (encodedBytes) describe(reply, encoding, encodedBytes);
      done(null, encodedBytes ?? payload);
    };
    if (bytes instanceof Promise) void bytes.then(send, done);
    else send(bytes);
  });

  /** Returns undefined if too many responses are being compressed. `name`: see `nameOf`. */
  function compress(encoding: Encoding, payload: string | Buffer, name?: string): Buffer | Promise<Buffer> | undefined {
    const key = `${encoding} ${name}`;
    const compressed = name === undefined ? undefined : compressedByName.get(key);
    if (compressed) return compressed;
    const body = Buffer.from(payload);
    const small = name === undefined ? compressAtOnce(encoding, body) : undefined;
    if (small || underWay >= maxUnderWay) return small;
    underWay++;
    return compressAs(encoding, body, name === undefined ? "once" : "often")
      .then((bytes) => {
        if (name !== undefined) compressedByName.set(key, bytes);
        return bytes;
      })
      .finally(() => underWay--);
  }
}

/** The content of a public response, by its hash or by an address that changes with it. Undefined for others. */
function nameOf(reply: FastifyReply): string | undefined {
  if (!isPublic(reply)) return undefined;
  const etag = reply.getHeader("etag");
  if (typeof etag === "string" && etag.startsWith('"')) return etag;
  return String(reply.getHeader("cache-control")).includes("immutable") ? pathOf(reply.request.url) : undefined;
}

/**
 * RFC 9110 §15.4.5: a response without a body has the headers of the response that it stands for. The client names its
 * tag.
 */
function describeUnchanged({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (hasText(reply)) varyByEncoding(reply);
  reply.removeHeader("content-type");
  const encoding = encodingFor(Number.POSITIVE_INFINITY, headers["accept-encoding"]);
  const etag = reply.getHeader("etag");
  if (!encoding || typeof etag !== "string") return;
  const coded = tagOfCoding(etag, encoding);
  if (headers["if-none-match"]?.includes(coded)) reply.header("etag", coded);
}

/** A strong tag stands for the bytes of one coding (RFC 9110 §8.8.3.3). */
function describe(reply: FastifyReply, encoding: Encoding, bytes?: Buffer): void {
  const etag = reply.getHeader("etag");
  if (typeof etag === "string") reply.header("etag", tagOfCoding(etag, encoding));
  reply.header("content-encoding", encoding);
  if (bytes) reply.header("content-length", bytes.length);
}

/** Compresses a public text that is sent while it is made. */
function compressStream({ headers }: FastifyRequest, reply: FastifyReply, payload: Readable): Readable {
  if (!isPublic(reply) || reply.hasHeader("content-length")) return payload;
  varyByEncoding(reply);
  const encoding = encodingFor(Number.POSITIVE_INFINITY, headers["accept-encoding"]);
  if (!encoding) return payload;
  describe(reply, encoding);
  // An error of the source ends the response early, as it would without the encoder.
  return pipeline(payload, encoderOf(encoding), () => {});
}

function isCompressible(reply: FastifyReply): boolean {
  const { statusCode } = reply;
  if (statusCode < 200 || statusCode === 204 || statusCode === 206 || statusCode === 304) return false;
  return hasText(reply) && !reply.hasHeader("content-encoding");
}

const hasText = (reply: FastifyReply): boolean =>
  isText.test(String(reply.getHeader("content-type"))) &&
  !reply.hasHeader("accept-ranges") &&
  !String(reply.getHeader("cache-control")).includes("no-transform");

const isPublic = (reply: FastifyReply): boolean => String(reply.getHeader("cache-control")).includes("public");

const mayCompress = (request: FastifyRequest, reply: FastifyReply): boolean =>
  isPublic(reply) ||
  // Browsers send no token on their own.
  request.headers.authorization !== undefined ||
  isOwnRequest(request);

/** Fetch Metadata: `none` is an address that the person entered. Without it, only requests without an input. */
function isOwnRequest({ headers, url }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined
    ? headers.cookie === undefined || !url.includes("?")
    : site === "same-origin" || site === "none";
}

/** The response depends on `Accept-Encoding`, whether or not it is compressed this time (RFC 9110 §12.5.5). */
export function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader("vary");
  if (vary === undefined) reply.header("vary", name);
  else if (!String(vary).includes(name)) reply.header("vary", `${String(vary)}, ${name}`);
}

const name = "Accept-Encoding";
