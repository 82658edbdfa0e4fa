import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { islandsVersion, readIsland } from "#http/islands/bundled-islands.ts";

/** Serves the browser modules. Their addresses change with their content, so that they can be cached indefinitely. */
export function servedIslands(app: FastifyInstance): void {
  app.get<{ Params: { version: string; file: string } }>("/assets/islands/:version/:file", async (request, reply) => {
    const { version, file } = request.params;
    const code = version === islandsVersion ? await readIsland(file) : undefined;
    if (code === undefined) throw new Problem("not_found", "There is no file at this address.");
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type("text/javascript; charset=utf-8")
      .send(code);
  });
}
