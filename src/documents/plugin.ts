import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { showDigitalProduct } from "#domain/public-catalog/digital-products.ts";
import { showEvent } from "#domain/public-catalog/events.ts";
import { showLecturer } from "#domain/public-catalog/lecturers.ts";
import { showMembershipPlan } from "#domain/public-catalog/membership-plans.ts";
import { showPage } from "#domain/public-catalog/pages/pages.ts";
import { showPost } from "#domain/public-catalog/posts/posts.ts";
import { listOffers } from "#domain/public-catalog/documents/pricing.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { logFailure, outageOf, refuseFor } from "#http/outage.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { prefersMarkdown } from "#http/negotiation.ts";
import { pathOf } from "#http/path-of.ts";
import { sendMovedResource } from "#http/send-moved.ts";
import { transportErrorOf } from "#http/transport-error.ts";
import type { MayFindSimilar } from "#http/similar-searches.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { courseDocuments } from "./courses.ts";
import { eventDocument } from "./event.ts";
import { lecturerDocument } from "./lecturer.ts";
import { listDocument, lists } from "./lists.ts";
import type { ListName } from "./list-names.ts";
import { type ListGuides, llmsDocument } from "./llms.ts";
import { planDocument, productDocument, serviceDocument } from "./offers.ts";
import { pageDocument } from "./page.ts";
import { postDocument } from "./post.ts";
import { pricingDocument } from "./pricing.ts";
import { robotsDocument } from "./robots.ts";
import { skillDocuments } from "./skill.ts";
import { readList } from "./search-list.ts";
import { securityDocument } from "./security.ts";
import { line, sendDocument, serveDocument, slugOf, types } from "./serve.ts";
import { sitemaps } from "./sitemap.ts";
import { textOf } from "./text/catalog.ts";
import type { DocumentText } from "./text/document-text.ts";

/** Documents for agents and crawlers (contract §4.3): public Markdown and text, the same for every client. */
export const documents =
  (listGuides: ListGuides, mayFindSimilar: MayFindSimilar, securityContacts: readonly string[] = []) =>
  async (app: FastifyInstance): Promise<void> => {
    allowAnyOrigin(app, { cached: true });
    app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
      if (await sendMovedResource(error, request, reply)) return reply;
      if (error instanceof Problem && notFoundCodes.has(error.code)) {
        return reply.code(404).type("text/plain; charset=utf-8").send("There is no such document.\n");
      }
      const refused = transportErrorOf(error, "Send no body.");
      if (refused) {
        return reply.code(refused.statusCode).type("text/plain; charset=utf-8").send(`${refused.message}\n`);
      }
      logFailure(request, error);
      const outage = outageOf(error);
      if (outage) return refuseFor(outage, reply).type("text/plain; charset=utf-8").send(`${outage.message}\n`);
      return reply.code(500).type("text/plain; charset=utf-8").send(`An internal error occurred (${request.id}).\n`);
    });

    serveDocument(app, "/auth.md", "markdown", async ({ site }) => textOf(site).auth(site));
    skillDocuments(app);
    serveDocument(app, "/pricing.md", "markdown", async (context) =>
      pricingDocument(context.site, (await perform(listOffers, context, {})).data),
    );
    const overview = llmsDocument(listGuides);
    serveDocument(app, "/llms.txt", "text", overview);
    // The home page as Markdown is the overview.
    serveDocument(app, "/index.md", "markdown", overview, { page: "/" });
    serveDocument(app, "/robots.txt", "text", robotsDocument);
    if (securityContacts.length > 0) {
      app.get("/.well-known/security.txt", async (request, reply) =>
        reply
          .type(types.text)
          .header("cache-control", "public, max-age=3600")
          .send(securityDocument(securityContacts, contextOf(request))),
      );
    }
    sitemaps(app);

    for (const list of typedKeys(lists)) listOf(app, list, mayFindSimilar);
    twin(app, "events", showEvent, "event", eventDocument);
    twin(app, "posts", showPost, "post", postDocument);
    twin(app, "membership-plans", showMembershipPlan, "plan", planDocument);
    twin(app, "digital-products", showDigitalProduct, "product", productDocument);
    twin(app, "consulting", showConsultingService, "service", serviceDocument);
    twin(app, "lecturers", showLecturer, "lecturer", lecturerDocument);
    courseDocuments(app);
  };

/** Invalid names, and ids of other kinds, yield 404 too. */
const notFoundCodes: ReadonlySet<ProblemCode> = new Set([
  "not_found",
  "validation_failed",
  "invalid_id",
  "invalid_cursor",
]);

const listed = 100;

function listOf(app: FastifyInstance, list: ListName, mayFindSimilar: MayFindSimilar): void {
  serveDocument(
    app,
    `/${list}.md`,
    "markdown",
    async (context, request) => {
      const query = asRecord(request.query);
      // Pages name the parameter `after`, and serve this document to clients that prefer Markdown.
      const cursor = line(query["cursor"]) ?? line(query["after"]);
      const [q, tag] = [line(query["q"]), line(query["tag"])];
      const past = list === "events" && query["past"] === "1";
      const requested = { limit: listed, cursor, q, tag: tag === undefined ? undefined : [tag] };
      const page = await readList(context, list, requested, { past, mayFindSimilar });
      const { origin } = context.site;
      const text = listDocument(context.site, list, page, { q, tag, past: past ? "1" : undefined });
      return { text, canonical: `${origin}/${list}` };
    },
    { page: `/${list}` },
  );
}

/** Serves the Markdown version of each page of a kind. */
function twin<Output extends z.ZodType<{ url: string }>>(
  app: FastifyInstance,
  list: string,
  show: Operation<z.ZodObject, Output>,
  parameter: string,
  write: (text: DocumentText, item: z.output<Output>) => string,
): void {
  serveDocument(
    app,
    `/${list}/:slug.md`,
    "markdown",
    async (context, request) => {
      const item = await perform(show, context, { [parameter]: slugOf(request) });
      return { text: write(textOf(context.site), item), canonical: item.url };
    },
    { page: `/${list}/:slug` },
  );
}

/**
 * Serves the Markdown version of a page of the school. These pages have custom paths without routes, so this runs for
 * unmatched requests. Returns false if there is no page, or if the client prefers HTML.
 */
export async function sendPageDocument(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const path = pathOf(request.url);
  const named = path.endsWith(".md");
  if (!named && !prefersMarkdown(request.headers.accept)) return false;
  try {
    const context = contextOf(request);
    const page = await perform(showPage, context, { path: named ? path.slice(0, -3) : path });
    reply.header("access-control-allow-origin", "*");
    void sendDocument(request, reply, "markdown", {
      text: await pageDocument(textOf(context.site), page),
      canonical: page.url,
    });
    return true;
  } catch (error) {
    if (error instanceof Problem && notFoundCodes.has(error.code)) return false;
    throw error;
  }
}
