import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

/** A response of this size fits into one packet with its headers. */
const minBytes = 1024;
const maxHeaderLength = 1000;

/** Levels of compression, by how often the compressed response is sent. */
const levels = { once: { br: 3, gzip: 4 }, often: { br: 6, gzip: 7 } };
export type Use = keyof typeof levels;

const encoders = {
  br: (body: Buffer, use: Use) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: levels[use].br,
        // With the size, the encoder takes less memory, which costs more time than a page.
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
  gzip: (body: Buffer, use: Use) => promisify(gzip)(body, { level: levels[use].gzip }),
};

export type Encoding = keyof typeof encoders;
export const encodings: readonly Encoding[] = ["br", "gzip"];

type Header = string | string[] | undefined;

/**
 * Returns how to compress a response of this size for the client (RFC 9110 §12.5.3). Only for responses without secrets
 * that a page of another site could make a browser request (BREACH), such as those with bearer tokens.
 */
export function encodingFor(byteSize: number, acceptEncoding: Header): Encoding | undefined {
  const { preferred, refusesIdentity } = acceptedBy(acceptEncoding);
  return byteSize >= minBytes || refusesIdentity ? preferred : undefined;
}

/** The same for a response that is sent once: gzip takes less time than br where the client has no preference. */
export function quickEncodingFor(byteSize: number, acceptEncoding: Header): Encoding | undefined {
  const encoding = encodingFor(byteSize, acceptEncoding);
  return encoding && acceptedBy(acceptEncoding).likesGzip ? "gzip" : encoding;
}

/** A text of this size is compressed in half a millisecond. A thread of the pool would be faster only for longer ones. */
const maxAtOnce = 64 * 1024;

/** Pages take little longer at this level than at the first one, and get smaller. The next one takes half as long again. */
const levelAtOnce = 3;

/** Compresses a small response for one client in this thread. */
export const compressAtOnce = (encoding: Encoding, body: Buffer): Buffer | undefined =>
  encoding === "gzip" && body.length <= maxAtOnce ? gzipSync(body, { level: levelAtOnce }) : undefined;

/** Compresses in a thread of the pool. */
export const compressAs = (encoding: Encoding, body: Buffer, use: Use = "once"): Promise<Buffer> =>
  encoders[encoding](body, use);

export const encoderOf = (encoding: Encoding): Transform =>
  encoding === "gzip"
    ? createGzip({ level: levels.once.gzip })
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: levels.once.br } });

/** Returns true if the client accepts a response that is stored in compressed form. */
export const acceptsGzip = (acceptEncoding: Header): boolean => acceptedBy(acceptEncoding).acceptsGzip;

interface Accepted {
  /** Undefined if the client prefers an uncompressed response, or accepts nothing else. */
  preferred: Encoding | undefined;
  acceptsGzip: boolean;
  /** The client likes gzip as much as the preferred coding. */
  likesGzip: boolean;
  refusesIdentity: boolean;
}

/** Clients send few different headers. */
const acceptedByHeader = new LRUCache<string, Accepted>({ max: 200 });

function acceptedBy(header: Header): Accepted {
  const text = String(header ?? "");
  if (text === "" || text.length > maxHeaderLength) return nothing;
  let accepted = acceptedByHeader.get(text);
  if (!accepted) acceptedByHeader.set(text, (accepted = parse(text)));
  return accepted;
}

const nothing: Accepted = { preferred: undefined, acceptsGzip: false, likesGzip: false, refusesIdentity: false };

function parse(header: string): Accepted {
  const weights = new Map(header.toLowerCase().split(",").map(weigh));
  const wildcard = weights.get("*");
  const [br, zip] = [weights.get("br") ?? wildcard ?? 0, weights.get("gzip") ?? weights.get("x-gzip") ?? wildcard ?? 0];
  // Acceptable unless it is excluded, but not preferred unless it is named.
  const identity = weights.get("identity") ?? (wildcard === 0 ? 0 : undefined);
  const best = Math.max(br, zip);
  const preferred = br >= zip ? "br" : "gzip";
  return {
    preferred: best > 0 && best >= (identity ?? 0) ? preferred : undefined,
    acceptsGzip: zip > 0,
    likesGzip: zip > 0 && zip >= br,
    refusesIdentity: identity === 0,
  };
}

/** `gzip;q=0.5`. A malformed weight refuses the coding (RFC 9110 §12.4.2). */
function weigh(item: string): [coding: string, weight: number] {
  const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (weight === undefined) return [coding, 1];
  return [coding, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}

/** A small buffer is a part of a larger one, which would be kept with it. */
export function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
