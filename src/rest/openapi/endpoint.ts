import type { FastifyInstance } from "fastify";
import type { Site } from "#domain/site/sites/site.ts";
import { contextOf } from "#http/context.ts";
import { fingerprint } from "#lib/fingerprint.ts";
import { jsonOf } from "#lib/event-loop/stringify.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { matchesNone } from "../etag.ts";

/** GET /openapi.json (contract §4.3): the document of this origin, public. */
export async function openApiEndpoint(app: FastifyInstance): Promise<void> {
  allowAnyOrigin(app, { cached: true });
  let template: Promise<string> | undefined;
  const documents = new WeakMap<Site, { text: string; etag: string }>();
  app.get("/openapi.json", async (request, reply) => {
    const { site } = contextOf(request);
    const text = await (template ??= write());
    let document = documents.get(site);
    if (!document) documents.set(site, (document = fill(text, site)));
    reply.header("cache-control", "public, max-age=300").header("etag", document.etag);
    if (matchesNone(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(document.text);
  });
}

/** Stand for the values of a site in the document that is generated once. */
const placeholders = { origin: "https://origin.invalid", name: "name.invalid" };

/** Imported on the first request: API calls do not need the generator. */
async function write(): Promise<string> {
  const { openApiDocument } = await import("./document.ts");
  return jsonOf(await openApiDocument(placeholders));
}

function fill(template: string, { origin, name }: Site): { text: string; etag: string } {
  const text = template
    .replaceAll(placeholders.origin, () => JSON.stringify(origin).slice(1, -1))
    .replaceAll(placeholders.name, () => JSON.stringify(name).slice(1, -1));
  return { text, etag: `"${fingerprint(text, 22)}"` };
}
