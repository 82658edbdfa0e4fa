import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { explorerPath } from "#domain/site/sites/explorer-client.ts";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { findExplorerClientId } from "#oauth/clients/explorer-client.ts";
import { explorer } from "../views/explorer.ts";
import { pageOf, type OpenPageRequest } from "../page-request.ts";
import { explorerScript } from "./explorer-script.ts";
import { explorerStyle } from "./explorer-style.ts";

/** File types of the GraphiQL distribution that browsers load, without source maps and licenses. */
const assetTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".ttf": "font/ttf",
};

/**
 * Allows scripts, workers and fonts of this origin only. The editor sets inline styles that cannot be listed in
 * advance.
 */
const policy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** GET /member/explorer: interactive Member API explorer, if the site enables it. */
export function explorerPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get(explorerPath, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const clientId = await findExplorerClientId(pageRequest.context);
    if (clientId === undefined) throw notFound("page", explorerPath);
    return secure(reply)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(explorer(pageOf(pageRequest), { clientId }));
  });
  for (const { path: url, type, body } of [explorerScript, explorerStyle]) {
    app.get(url, async (request, reply) => {
      requireVisible(request, url);
      return secure(reply).header("cache-control", "public, max-age=31536000, immutable").type(type).send(body);
    });
  }
  app.get<{ Params: { file: string } }>(`${explorerPath}/assets/:file`, sendAsset);
}

function requireVisible(request: FastifyRequest, what: string): void {
  if (!contextOf(request).site.settings.memberExplorer) throw notFound("page", what);
}

let folder: string | undefined;

/** Streams the file from disk without caching it in memory. */
async function sendAsset(request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) {
  const { file } = request.params;
  requireVisible(request, file);
  const type = /^\w[\w.-]*$/.test(file) ? assetTypes[path.extname(file)] : undefined;
  if (type === undefined) throw notFound("file", file);
  folder ??= path.join(path.dirname(createRequire(import.meta.url).resolve("ruru/static")), "../static");
  const place = path.join(folder, file);
  const found = await stat(place).catch(() => undefined);
  if (!found?.isFile()) throw notFound("file", file);
  return secure(reply)
    .header("cache-control", "public, max-age=86400")
    .header("content-length", found.size)
    .type(type)
    .send(createReadStream(place));
}

const secure = (reply: FastifyReply): FastifyReply =>
  reply.header("content-security-policy", policy).header("referrer-policy", "no-referrer");
