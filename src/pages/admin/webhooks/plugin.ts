import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { changePages } from "./change.ts";
import { createPages } from "./create.ts";
import { readPages } from "./read.ts";

/** Webhook endpoints and deliveries. */
export function webhookPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  createPages(app, csrfKey);
  readPages(app);
  changePages(app, csrfKey);
}
