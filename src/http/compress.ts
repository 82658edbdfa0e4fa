import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Smaller responses fit into one or two packets anyway. */
const minBytes = 4096;
const maxHeaderLength = 1000;

const encoders = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 5 }),
};

export type Encoding = keyof typeof encoders;

/**
 * Returns how to compress a response of this size for the client (RFC 9110 §12.5.3). Only for responses without secrets
 * that a page of another site could make a browser request (BREACH), such as those with bearer tokens.
 */
export const encodingFor = (byteSize: number, acceptEncoding: string | string[] | undefined): Encoding | undefined =>
  byteSize < minBytes ? undefined : acceptedBy(String(acceptEncoding ?? ""));

/** Compresses in a thread of the pool. */
export const compressAs = (encoding: Encoding, body: Buffer): Promise<Buffer> => encoders[encoding](body);

/** Returns true if the client accepts a response that is stored in compressed form. */
export const acceptsGzip = (acceptEncoding: string | string[] | undefined): boolean =>
  codingsOf(String(acceptEncoding ?? "")).has("gzip");

function acceptedBy(header: string): Encoding | undefined {
  const accepted = codingsOf(header);
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : undefined;
}

function codingsOf(header: string): ReadonlySet<string | undefined> {
  if (header === "" || header.length > maxHeaderLength) return new Set();
  const refused = /;\s?q=0(?:\.0*)?$/;
  return new Set(
    header
      .toLowerCase()
      .split(",")
      .map((item) => item.trim())
      .filter((item) => !refused.test(item))
      .map((item) => item.split(";", 1)[0]?.trim()),
  );
}
