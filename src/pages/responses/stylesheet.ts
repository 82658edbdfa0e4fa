import type { FastifyInstance } from "fastify";
import { inter, interExtended } from "../fonts/inter.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { stylesheets } from "../views/styles/stylesheet.ts";

const caching = "public, max-age=31536000, immutable";

/** Serves the stylesheets and the font of all pages. Their URLs contain a content hash: they are cached indefinitely. */
export function servedStylesheet(app: FastifyInstance): void {
  for (const { path, body } of stylesheets) {
    const etag = `"${fingerprint(body, 22)}"`;
    app.get(path, async (_request, reply) =>
      reply.header("cache-control", caching).header("etag", etag).type("text/css; charset=utf-8").send(body),
    );
  }
  for (const { path, body } of [inter, interExtended]) {
    app.get(path, async (_request, reply) => reply.header("cache-control", caching).type("font/woff2").send(body));
  }
}
