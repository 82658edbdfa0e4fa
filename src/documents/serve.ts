import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { stampContent } from "#domain/catalog/public-catalog/content-stamp.ts";
import { fingerprint } from "#lib/fingerprint.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { contextOf } from "#http/context.ts";

export const types = {
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
};

/** A document as it is sent: what it says, and the page that it is the twin of. */
export interface Written {
  text: string;
  canonical?: string;
}

type Write = (context: RequestContext, request: FastifyRequest) => Promise<Written | string>;

interface Options {
  /** Where whoever prefers Markdown is answered by this document as well: the address of its page. */
  page?: string;
  /** Kept until what the site shows changes: what is written anew at each request must be cheap. */
  kept?: boolean;
}

/** Adds the address of a document: for anyone, the same for all, and not sent again to whoever has it still. */
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
  // What the site shows may change at any time: whoever keeps a document asks whether it is the same still.
  reply.header("cache-control", "public, no-cache").header("etag", etag).type(types[type]);
  if (canonical !== undefined) {
    // Search engines shall know the page; they would take its twin for a copy.
    reply.header("link", `<${canonical}>; rel="canonical"`).header("x-robots-tag", "noindex").header("vary", "Accept");
  }
  return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(text);
}

/** Seconds for which a document may be as it was where only the time has passed. */
const maxAge = 60;

/** Bytes of all documents that are kept, of all sites. */
const mostKept = 8 * 1024 * 1024;

interface Kept {
  stamp: string;
  written: Written;
}

const documents = new LRUCache<string, Kept>({
  maxSize: mostKept,
  sizeCalculation: ({ written }, key) => 2 * (written.text.length + key.length),
});

const remember =
  (write: Write): Write =>
  async (context, request) => {
    const key = `${context.site.id} ${request.url.split("?")[0]!}`;
    const { stamp } = await perform(stampContent, context, { maxAge });
    const known = documents.get(key);
    if (known?.stamp === stamp) return known.written;
    const found = await write(context, request);
    const written = typeof found === "string" ? { text: found } : found;
    documents.set(key, { stamp, written });
    return written;
  };

export const slugOf = ({ params }: FastifyRequest): string => (params as { slug: string }).slug;

/** One line of an address, said once; an empty one says nothing. */
export const line = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
