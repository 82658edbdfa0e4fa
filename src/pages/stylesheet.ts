import type { FastifyInstance } from "fastify";
import { stylesheet } from "./views/stylesheet.ts";

/** The stylesheet of all pages. Its address changes with its content, so that it may be kept for ever. */
export function servedStylesheet(app: FastifyInstance): void {
  app.get(stylesheet.path, async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type("text/css; charset=utf-8")
      .send(stylesheet.body),
  );
}
