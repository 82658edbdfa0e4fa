import type { FastifyInstance } from "fastify";
import { decidePages } from "./decide.ts";
import { listPages } from "./list.ts";

/** Review moderation and settings. */
export function reviewPages(app: FastifyInstance): void {
  listPages(app);
  decidePages(app);
}
