import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import type { FastifyError, FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Problem } from "#domain/platform/problem.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { acceptsGzip } from "#http/compress.ts";
import { isNotModified } from "#http/conditional-reads.ts";
import { contextOf } from "#http/context.ts";
import { tagOfCoding } from "#http/entity-tags.ts";
import { sendPieces } from "#http/send-pieces.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { coalesce } from "#lib/work/coalesce.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { sendProblem } from "../problem-json.ts";
import { openSiteDocument, type SiteDocument } from "./site-document.ts";
import { readTag, requireTag } from "./tag-document.ts";

/** Compressed: the text has two million characters, and most clients ask for gzip. */
interface Document {
  compressed: Buffer;
  /** The text in pieces, from the build. */
  text: SiteDocument["text"];
  byteSize: number;
  etag: string;
}

/** Documents of sites and tags that are kept: a few hundred kilobytes each. */
const maxDocuments = 20;
const maxBytesOfTags = 4 * 1024 * 1024;

const caching = "public, max-age=300";

/** The values of a site in its document. */
const keyOf = ({ origin, name }: Site, tag = ""): string => `${origin}\n${name}\n${tag}`;

/** GET /openapi.json (contract §4.3): the document of this origin, public. */
export async function openApiEndpoint(app: FastifyInstance): Promise<void> {
  allowAnyOrigin(app, { cached: true });
  const documents = new LRUCache<string, Promise<Document>>({ max: maxDocuments });
  const tags = new LRUCache<string, { text: string }>({
    maxSize: maxBytesOfTags,
    sizeCalculation: ({ text }) => text.length,
  });
  const open = async (site: Site): Promise<Document> => {
    try {
      return await fill(site);
    } catch (error) {
      // The next request tries again.
      documents.delete(keyOf(site));
      throw error;
    }
  };
  const coalesceTags = coalesce<string>();
  const openTag = async (site: Site, tag: string): Promise<string> => {
    const key = keyOf(site, tag);
    const cached = tags.get(key);
    if (cached) return cached.text;
    return coalesceTags(key, async () => {
      const text = JSON.stringify(await readTag(await openSiteDocument(site), tag));
      tags.set(key, { text });
      return text;
    });
  };
  app.setErrorHandler<FastifyError | Problem>(sendProblem);
  app.get("/openapi.json", async (request, reply) => {
    const { site } = contextOf(request);
    const tag = requireTag(asRecord(request.query)["tag"]);
    if (tag !== undefined) {
      const part = await openTag(site, tag);
      reply.header("etag", `"${fingerprint(part, 22)}"`).header("cache-control", caching);
      return reply.type("application/json; charset=utf-8").send(part);
    }
    let opening = documents.get(keyOf(site));
    if (!opening) documents.set(keyOf(site), (opening = open(site)));
    const { compressed, text, byteSize, etag } = await opening;
    const isGzip = acceptsGzip(request.headers["accept-encoding"]);
    reply.header("etag", isGzip ? tagOfCoding(etag, "gzip") : etag);
    reply.header("cache-control", caching).header("vary", "Accept-Encoding");
    if (isNotModified(request, reply)) return reply.code(304).send();
    reply.type("application/json; charset=utf-8");
    if (isGzip) return reply.header("content-encoding", "gzip").send(compressed);
    return sendPieces(reply.header("content-length", byteSize), text());
  });
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
  return { compressed, text, byteSize, etag: `"${fingerprint(compressed, 22)}"` };
}
