import type { FastifyInstance } from "fastify";
import { interFont, interPath } from "../fonts/inter.ts";
import { paletteScript } from "../admin/palette/palette-script.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { pageScript } from "./page-script.ts";
import { stylesheet } from "../views/styles/stylesheet.ts";

const etag = `"${fingerprint(stylesheet.body, 22)}"`;

const caching = "public, max-age=31536000, immutable";

/** Serves the stylesheet and the font of all pages, and the module of the admin area. Their URLs contain a content hash: they are cached indefinitely. */
export function servedStylesheet(app: FastifyInstance): void {
  app.get(stylesheet.path, async (_request, reply) =>
    reply.header("cache-control", caching).header("etag", etag).type("text/css; charset=utf-8").send(stylesheet.body),
  );
  app.get(interPath, async (_request, reply) =>
    reply.header("cache-control", caching).type("font/woff2").send(interFont),
  );
  app.get(pageScript.path, async (_request, reply) =>
    reply.header("cache-control", caching).type("text/javascript; charset=utf-8").send(pageScript.body),
  );
  app.get(paletteScript.path, async (_request, reply) =>
    reply.header("cache-control", caching).type("text/javascript; charset=utf-8").send(paletteScript.body),
  );
}
