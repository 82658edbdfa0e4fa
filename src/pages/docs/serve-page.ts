import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { pathOf } from "#http/path-of.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { DocsPage } from "../views/docs/layout.ts";
import type { OpenDocsPage } from "./docs-page.ts";
import { ownScripts, sendDocsPage, sendMarkdown } from "./send.ts";

const hasScript = /<script type="module" src="\/assets\/islands\/[\w-]+\/(?:docs-copy|console)\.js"/;

interface Served<Content> {
  /** Reads what the page is about, by the last part of its address. Undefined: there is no such page. */
  read: (name: string) => Promise<Content | undefined> | Content | undefined;
  html: (page: DocsPage, content: Content, request: FastifyRequest, reply: FastifyReply) => Promise<string> | string;
  markdown: (content: Content, origin: string) => string;
  /** CSP directives for scripts, on pages that have one. */
  directives?: readonly string[];
}

/**
 * Serves a page of the documentation: as HTML, and as Markdown at its address with `.md`, or at its address for clients
 * that prefer it. An address with a parameter (`/docs/errors/:name`) has a page for each name.
 */
export function serveDocsPage<Content>(
  app: FastifyInstance,
  openDocsPage: OpenDocsPage,
  address: string,
  { read, html, markdown, directives = [ownScripts] }: Served<Content>,
): void {
  const readContent = async ({ params }: FastifyRequest): Promise<Content> => {
    const { name = "" } = asRecord(params);
    const content = await read(String(name));
    if (content === undefined) throw notFound("page", String(name));
    return content;
  };
  const asMarkdown = async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = contextOf(request).site;
    const content = await readContent(request);
    return sendMarkdown(reply, markdown(content, origin), `${origin}${pathOf(request.url).replace(/\.md$/, "")}`);
  };
  app.get(address, async (request, reply) => {
    const content = await readContent(request);
    const opened = await openDocsPage(request, reply);
    const page = { ...opened, markdown: `${opened.path}.md` };
    const body = await html(page, content, request, reply);
    return sendDocsPage(reply, page, body, hasScript.test(body) ? directives : []);
  });
  app.get(`${address}.md`, asMarkdown);
  app.get(address, { constraints: { reads: "markdown" } }, asMarkdown);
}
