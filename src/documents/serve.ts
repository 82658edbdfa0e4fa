import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asRecord } from "#lib/json/is-record.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { contextOf } from "#http/context.ts";
import { sendPublic } from "#http/public-cache/keep-public-responses.ts";

export const types = {
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  json: "application/json; charset=utf-8",
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
}

/** Serves a public document, the same for every client, with conditional requests (ETag). */
export function serveDocument(
  app: FastifyInstance,
  url: string,
  type: keyof typeof types,
  write: Write,
  { page }: Options = {},
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    sendDocument(request, reply, type, await write(contextOf(request), request));
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
  // The page at the same address is chosen by Accept.
  reply.type(types[type]).header("vary", "Accept");
  if (canonical !== undefined) {
    // Search engines should index the page, not its Markdown version as a duplicate.
    reply.header("link", `<${canonical}>; rel="canonical"`).header("x-robots-tag", "noindex");
  }
  return sendPublic(request, reply, text, { isForEveryone: true });
}

export const slugOf = ({ params }: FastifyRequest): string => String(asRecord(params)["slug"]);

/** Returns a query parameter that occurs once; undefined if it is empty. */
export const line = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
