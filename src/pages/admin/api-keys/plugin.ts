import type { FastifyInstance } from "fastify";
import { createPages } from "./create.ts";
import { listPages } from "./list.ts";

/** API keys of the site. */
export function apiKeyPages(app: FastifyInstance): void {
  createPages(app);
  listPages(app);
}
