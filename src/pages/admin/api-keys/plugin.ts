import type { FastifyInstance } from "fastify";
import { createPages } from "./create.ts";
import { listPages } from "./list.ts";

export function apiKeyPages(app: FastifyInstance): void {
  createPages(app);
  listPages(app);
}
