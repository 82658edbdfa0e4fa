import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { createPages } from "./create.ts";
import { listPages } from "./list.ts";

/** API keys of the site. */
export function apiKeyPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  createPages(app, csrfKey);
  listPages(app, csrfKey);
}
