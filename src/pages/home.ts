import type { FastifyInstance } from "fastify";
import { sendPage } from "./send.ts";
import { pageOf, type StartVisit } from "./visit.ts";
import { home } from "./views/home.ts";
import { stylesheet } from "./views/stylesheet.ts";

/** GET /, and the stylesheet of all pages. */
export function homePage(app: FastifyInstance, visit: StartVisit): void {
  app.get("/", async (request, reply) => {
    const visitor = await visit(request, reply);
    return sendPage(reply, home(pageOf(visitor), { description: visitor.context.site.description }));
  });

  // The address changes with the content, so that it may be kept for ever.
  app.get(stylesheet.path, async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type("text/css; charset=utf-8")
      .send(stylesheet.body),
  );
}
