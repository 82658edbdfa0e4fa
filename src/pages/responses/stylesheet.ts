import type { FastifyInstance } from "fastify";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { stylesheet } from "../views/styles/stylesheet.ts";

const etag = `"${fingerprint(stylesheet.body, 22)}"`;

/** Serves the stylesheet of all pages. Its URL contains a content hash, so that it can be cached indefinitely. */
export function servedStylesheet(app: FastifyInstance): void {
  app.get(stylesheet.path, async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("etag", etag)
      .type("text/css; charset=utf-8")
      .send(stylesheet.body),
  );
}
