import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { browseCourses, showCourse } from "#domain/catalog/courses.ts";
import { listOffers } from "#domain/catalog/pricing.ts";
import type { RequestContext } from "#domain/context.ts";
import { perform } from "#domain/operation.ts";
import { Problem, type ProblemCode } from "#domain/problem.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { authDocument } from "./auth.ts";
import { courseDocument } from "./course.ts";
import { llmsDocument, mostCourses } from "./llms.ts";
import { pricingDocument } from "./pricing.ts";

/** What agents and crawlers read (contract §4.3): Markdown and text, for anyone, the same for all. */
export async function documents(app: FastifyInstance): Promise<void> {
  allowAnyOrigin(app, { cached: true });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Problem && absent.has(error.code)) {
      return reply.code(404).type("text/plain; charset=utf-8").send("There is no such document.\n");
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).type("text/plain; charset=utf-8").send("The request is malformed.\n");
    }
    request.log.error({ err: error }, "unexpected error");
    return reply.code(500).type("text/plain; charset=utf-8").send(`Something went wrong here (${request.id}).\n`);
  });

  serve(app, "/auth.md", markdown, async ({ site }) => authDocument(site));
  serve(app, "/pricing.md", markdown, async (context) => {
    const { data } = await perform(listOffers, context, {});
    return pricingDocument(context.site, data);
  });
  serve(app, "/llms.txt", plainText, async (context) => {
    const { data, page } = await perform(browseCourses, context, { limit: mostCourses, includeTotal: true });
    return llmsDocument(context.site, data, page.total ?? data.length);
  });
  serve(app, "/courses/:slug.md", markdown, async (context, { params }) => {
    const { slug } = params as { slug: string };
    return courseDocument(await perform(showCourse, context, { course: slug }));
  });
  serve(app, "/robots.txt", plainText, async ({ site }) =>
    [
      "User-agent: *",
      "Disallow: /admin",
      "Disallow: /account",
      "Disallow: /oauth/",
      `# ${site.origin}/llms.txt`,
      "",
    ].join("\n"),
  );
}

/** What no course can be called, or is the id of something else, has no document either. */
const absent: ReadonlySet<ProblemCode> = new Set(["not_found", "validation_failed", "invalid_id"]);

const markdown = "text/markdown; charset=utf-8";
const plainText = "text/plain; charset=utf-8";

function serve(
  app: FastifyInstance,
  url: string,
  type: string,
  write: (context: RequestContext, request: FastifyRequest) => Promise<string>,
): void {
  app.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
    const text = await write(contextOf(request), request);
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    reply.header("cache-control", "public, max-age=300").header("etag", etag).type(type);
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(text);
  });
}
