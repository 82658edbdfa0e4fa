import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { decidePages } from "./decide.ts";
import { listPages } from "./list.ts";

/** Review moderation and settings. */
export function reviewPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  listPages(app, csrfKey);
  decidePages(app, csrfKey);
}
