import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { contextOf } from "#http/context.ts";

const file = path.join(import.meta.dirname, "../../../packages/sdk/sdk.tgz");

/**
 * GET /docs/sdk.tgz: the TypeScript SDK that fits this server, which npm installs from here. A release contains it; in a
 * checkout `npm run build:sdk` writes it, also while the server runs.
 */
export function sdkPackage(app: FastifyInstance): void {
  app.get("/docs/sdk.tgz", async (request, reply) => {
    const archive = await readFile(file).catch(() => undefined);
    if (archive) return reply.header("cache-control", "public, max-age=300").type("application/gzip").send(archive);
    const { origin } = contextOf(request).site;
    return reply
      .code(404)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(
        `The SDK of this checkout is not built yet: run npm run build:sdk there. ${origin}/docs/guides/typescript-sdk\n`,
      );
  });
}
