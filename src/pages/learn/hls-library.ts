import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsGzip } from "#http/compress.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";

/**
 * The HLS player for browsers without HLS support. The full build of hls.js, because the light one plays streams
 * with separate audio tracks without sound.
 */
const file = fileURLToPath(import.meta.resolve("hls.js/dist/hls.min.mjs"));

/** The path contains a content hash, so that the script can be cached indefinitely. */
export const hlsLibrary = { path: `/learn/hls-${fingerprint(readFileSync(file), 12)}.js` };

/** Read on the first request: 600 kB that most schools never send. */
let compressed: Promise<Buffer> | undefined;

/** Serves the library, compressed to a third for browsers that accept it. */
export async function sendHlsLibrary({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isCompressed = acceptsGzip(headers["accept-encoding"]);
  reply
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("vary", "Accept-Encoding")
    .type("text/javascript; charset=utf-8");
  if (!isCompressed) return reply.send(await readFile(file));
  compressed ??= compress();
  return reply.header("content-encoding", "gzip").send(await compressed);
}

async function compress(): Promise<Buffer> {
  try {
    return await promisify(gzip)(await readFile(file), { level: 9 });
  } catch (error) {
    // The next request tries again.
    compressed = undefined;
    throw error;
  }
}
