import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { html, raw } from "hono/html";
import { contextOf } from "#http/context.ts";
import { initialize } from "./initialize.ts";
import { style } from "./style.ts";

/** Swagger UI assets, served locally. The page loads nothing from other hosts. */
const assets: Record<string, string> = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
};

/** GET /docs/api: interactive reference of the operator API. It needs a script and has no access to cookies. */
export async function apiReference(app: FastifyInstance): Promise<void> {
  const folder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

  app.get("/docs/api", async (request, reply) => {
    const { name } = contextOf(request).site;
    return secure(reply)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(String(await page(name)));
  });
  app.get("/docs/api/initialize.js", (_request, reply) =>
    secure(reply)
      .header("cache-control", "public, max-age=300")
      .type("text/javascript; charset=utf-8")
      .send(initialize),
  );
  for (const [name, type] of Object.entries(assets)) {
    // Read on first use: most processes never serve the page.
    let content: Promise<Buffer> | undefined;
    app.get(`/docs/api/${name}`, async (_request, reply) => {
      content ??= readFile(path.join(folder, name));
      return secure(reply)
        .header("cache-control", "public, max-age=86400")
        .type(type)
        .send(await content);
    });
  }
}

/** Allows scripts of this origin only. Swagger UI sets inline styles that cannot be listed in advance. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

const secure = (reply: FastifyReply): FastifyReply =>
  reply.header("content-security-policy", policy).header("referrer-policy", "no-referrer");

/** Only the title is dynamic, so the page needs no template. */
const page = (site: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Operator API – ${site}</title>
        <link rel="stylesheet" href="/docs/api/swagger-ui.css" />
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <div id="reference"></div>
        <noscript
          ><p>This page needs a script. The description itself: <a href="/openapi.json">/openapi.json</a></p></noscript
        >
        <script src="/docs/api/swagger-ui-bundle.js"></script>
        <script src="/docs/api/initialize.js"></script>
      </body>
    </html>`;
