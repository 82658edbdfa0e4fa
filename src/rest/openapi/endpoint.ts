import type { FastifyInstance } from "fastify";
import type { Site } from "#domain/site/sites/site.ts";
import { contextOf } from "#http/context.ts";
import { fingerprint } from "#lib/fingerprint.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { matchesNone } from "../etag.ts";

/** GET /openapi.json (contract §4.3): the document of this origin, public. */
export async function openApiEndpoint(app: FastifyInstance): Promise<void> {
  allowAnyOrigin(app, { cached: true });
  // Cached per site, because generation is slow and depends on the site only.
  const written = new WeakMap<Site, Promise<{ text: string; etag: string }>>();
  app.get("/openapi.json", async (request, reply) => {
    const { site } = contextOf(request);
    let writing = written.get(site);
    if (!writing) written.set(site, (writing = write(site)));
    const document = await writing;
    reply.header("cache-control", "public, max-age=300").header("etag", document.etag);
    if (matchesNone(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(document.text);
  });
}

/** Imported on the first request: API calls do not need the generator. */
async function write(site: Site): Promise<{ text: string; etag: string }> {
  const { openApiDocument } = await import("./document.ts");
  const text = JSON.stringify(openApiDocument(site));
  return { text, etag: `"${fingerprint(text, 22)}"` };
}
