import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Site } from "#domain/site/sites/site.ts";
import { acceptsGzip } from "#http/compress.ts";
import { contextOf } from "#http/context.ts";
import { fingerprint } from "#lib/fingerprint.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { matchesNone } from "../etag.ts";
import { openSiteDocument } from "./site-document.ts";

/** Compressed: the text has two million characters, and most clients ask for gzip. */
interface Document {
  compressed: Buffer;
  /** Length of the text. */
  byteSize: number;
  etag: string;
}

/** Documents of sites that are kept: a few hundred kilobytes each. */
const maxDocuments = 20;

/** The values of a site in its document. */
const keyOf = ({ origin, name }: Site): string => `${origin}\n${name}`;

/** GET /openapi.json (contract §4.3): the document of this origin, public. */
export async function openApiEndpoint(app: FastifyInstance): Promise<void> {
  allowAnyOrigin(app, { cached: true });
  const documents = new LRUCache<string, Promise<Document>>({ max: maxDocuments });
  const open = async (site: Site): Promise<Document> => {
    try {
      return await fill(site);
    } catch (error) {
      // The next request tries again.
      documents.delete(keyOf(site));
      throw error;
    }
  };
  app.get("/openapi.json", async (request, reply) => {
    const { site } = contextOf(request);
    let opening = documents.get(keyOf(site));
    if (!opening) documents.set(keyOf(site), (opening = open(site)));
    const { compressed, byteSize, etag } = await opening;
    // Weak, because the encodings differ in their bytes (RFC 9110 §8.8.1).
    reply.header("etag", `W/${etag}`).header("cache-control", "public, max-age=300").header("vary", "Accept-Encoding");
    if (matchesNone(request.headers["if-none-match"], etag)) return reply.code(304).send();
    reply.type("application/json; charset=utf-8");
    if (acceptsGzip(request.headers["accept-encoding"]))
      return reply.header("content-encoding", "gzip").send(compressed);
    return reply.header("content-length", byteSize).send(textOf(compressed));
  });
}

/** Decompresses as fast as the client reads: many clients together must not hold the text once each. */
function textOf(compressed: Buffer): Readable {
  const text = createGunzip();
  text.end(compressed);
  return text;
}

/** Piece by piece, because the whole text several times would remain in resident memory. */
async function fill(site: Site): Promise<Document> {
  const { text } = await openSiteDocument(site);
  let byteSize = 0;
  async function* counted(): AsyncGenerator<string, void> {
    for await (const piece of text()) {
      byteSize += Buffer.byteLength(piece);
      yield piece;
    }
  }
  const compressed = await buffer(Readable.from(counted()).pipe(createGzip()));
  return { compressed, byteSize, etag: `"${fingerprint(compressed, 22)}"` };
}
