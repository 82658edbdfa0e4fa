import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type PageShell, showPageShell } from "#domain/public-catalog/pages/page-shell.ts";
import {
  type Mapped,
  mapped,
  type MappedPage,
  pagesOfMap,
  partsOfMap,
} from "#domain/public-catalog/documents/sitemap.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, type IdKind, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { isNotModified } from "#http/conditional-reads.ts";
import { contextOf } from "#http/context.ts";
import { publicCaching, tagOfContent } from "#http/public-cache/keep-public-responses.ts";
import { sendPieces } from "#http/send-pieces.ts";
import { serveDocument, types } from "./serve.ts";

/** Maximum addresses per sitemap (sitemaps.org). */
const maxInPart = 50_000;

const idKinds: Record<Mapped, IdKind> = {
  courses: "course",
  events: "event",
  posts: "post",
  pages: "page",
  "membership-plans": "membershipPlan",
  "digital-products": "digitalProduct",
  consulting: "consultingService",
  lecturers: "lecturer",
};

/** `/sitemap.xml` is the index, `/sitemaps/{kind}.xml?from={id}` are the parts. */
export function sitemaps(app: FastifyInstance, partSize = maxInPart): void {
  serveDocument(app, "/sitemap.xml", "xml", (context) => writeIndex(context, partSize));

  app.get<{ Params: { kind: string }; Querystring: { from?: string } }>(
    "/sitemaps/:kind.xml",
    async (request, reply) => {
      const context = contextOf(request);
      const { kind, from } = partOf(request);
      if (!(await requestedIn(context)).includes(kind)) throw notFound("map of", kind);
      reply.header("cache-control", publicCaching).header("etag", tagOfContent(request)).type(types.xml);
      if (isNotModified(request, reply)) return reply.code(304).send();
      return sendPart(reply, context, pagesOfMap(context, kind, { from, size: partSize }));
    },
  );
}

function partOf({ params, query }: FastifyRequest<{ Params: { kind: string }; Querystring: { from?: string } }>) {
  const kind = mapped.find((name) => name === params.kind);
  const from = kind && query.from !== undefined && parseId(idKinds[kind], query.from);
  if (!kind || !from) throw notFound("map of", params.kind);
  return { kind, from };
}

async function writeIndex(context: RequestContext, partSize: number): Promise<string> {
  const { origin } = context.site;
  const kinds = await requestedIn(context);
  const parts = await Promise.all(
    kinds.map(async (kind) =>
      (await partsOfMap(context, kind, partSize)).map(({ from, updatedAt }) => ({
        address: `${origin}/sitemaps/${kind}.xml?from=${formatId(idKinds[kind], from)}`,
        updatedAt,
      })),
    ),
  );
  const maps = parts
    .flat()
    .map(({ address, updatedAt }) => `<sitemap><loc>${escape(address)}</loc>${lastmod(updatedAt)}</sitemap>\n`);
  return `${head}<sitemapindex ${namespace}>\n${maps.join("")}</sitemapindex>\n`;
}

/** Returns the kinds in the sitemap; none if the school is not indexed. */
async function requestedIn(context: RequestContext): Promise<Mapped[]> {
  const shell = await perform(showPageShell, context, {});
  const { includeInSitemap } = shell.settings.seo;
  const includedKinds: readonly string[] = includeInSitemap;
  return isIndexed(context, shell)
    ? mapped.filter((kind) => !optionalKinds.has(kind) || includedKinds.includes(kind))
    : [];
}

const optionalKinds: ReadonlySet<string> = new Set(["courses", "posts", "pages", "events", "lecturers"]);

/** Returns true if the site may be indexed; test sites never are. */
export const isIndexed = ({ site }: RequestContext, { school, settings }: PageShell): boolean =>
  site.mode === "live" && settings.seo.indexSite && school.seo.noindex !== true;

function sendPart(reply: FastifyReply, { site }: RequestContext, pages: AsyncGenerator<MappedPage[]>): FastifyReply {
  return sendPieces(reply, writePart(site.origin, pages));
}

async function* writePart(origin: string, pages: AsyncGenerator<MappedPage[]>): AsyncGenerator<string> {
  yield `${head}<urlset ${namespace}>\n`;
  for await (const some of pages) {
    yield some
      .map(({ path, updatedAt }) => `<url><loc>${escape(origin + path)}</loc>${lastmod(updatedAt)}</url>\n`)
      .join("");
  }
  yield "</urlset>\n";
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const lastmod = (at: Date): string => `<lastmod>${at.toISOString()}</lastmod>`;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
