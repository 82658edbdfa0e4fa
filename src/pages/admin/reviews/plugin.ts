import type { FastifyInstance } from "fastify";
import { decidePages } from "./decide.ts";
import { listPages } from "./list.ts";

export function reviewPages(app: FastifyInstance): void {
  listPages(app);
  decidePages(app);
}
