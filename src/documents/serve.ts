import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { stampContent } from "#domain/catalog/public-catalog/documents/content-stamp.ts";
import { fingerprint } from "#lib/fingerprint.ts";
import { asRecord } from "#lib/is-record.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { contextOf } from "#http/context.ts";
import { pathOf } from "#http/path-of.ts";

export const types = {
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
};

/** A document, and the URL of the page it represents. */
export interface Written {
  text: string;
  canonical?: string;
}

type Write = (context: RequestContext, request: FastifyRequest) => Promise<Written | string>;

interface Options {
  /** The address of the page. Clients that prefer Markdown get this document there too. */
  page?: string;
  /** Cached until the site's public content changes. Uncached documents must be cheap to build. */
  kept?: boolean;
}

/** Serves a public document, the same for every client, with conditional requests (ETag). */
export function serveDocument(
  app: FastifyInstance,
  url: string,
  type: keyof typeof types,
  write: Write,
  { page, kept = false }: Options = {},
): void {
  const remembered = kept ? remember(write) : write;
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    sendDocument(request, reply, type, await remembered(contextOf(request), request));
  app.get(url, handler);
  if (page !== undefined) app.get(page, { constraints: { reads: "markdown" } }, handler);
}

export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  type: keyof typeof types,
  written: Written | string,
): FastifyReply {
  const { text, canonical }: Written = typeof written === "string" ? { text: written } : written;
  const etag = `"${fingerprint(text, 22)}"`;
  // The content may change at any time, so caches must revalidate.
  reply.header("cache-control", "public, no-cache").header("etag", etag).type(types[type]);
  if (canonical !== undefined) {
    // Search engines should index the page, not its Markdown version as a duplicate.
    reply.header("link", `<${canonical}>; rel="canonical"`).header("x-robots-tag", "noindex").header("vary", "Accept");
  }
  return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(text);
}

/** Seconds for which a document may be stale with respect to time alone. */
const maxAge = 60;

/** Maximum bytes of cached documents, across all sites. */
const maxKept = 8 * 1024 * 1024;

interface Kept {
  stamp: string;
  written: Written;
}

const documents = new LRUCache<string, Kept>({
  maxSize: maxKept,
  sizeCalculation: ({ written }, key) => 2 * (written.text.length + key.length),
});

const remember =
  (write: Write): Write =>
  async (context, request) => {
    const key = `${context.site.id} ${pathOf(request.url)}`;
    const { stamp } = await perform(stampContent, context, { maxAge });
    const known = documents.get(key);
    if (known?.stamp === stamp) return known.written;
    const found = await write(context, request);
    const written = typeof found === "string" ? { text: found } : found;
    documents.set(key, { stamp, written });
    return written;
  };

export const slugOf = ({ params }: FastifyRequest): string => String(asRecord(params)["slug"]);

/** Returns a query parameter that occurs once; undefined if it is empty. */
export const line = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
