import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "../plugin.ts";
import { changePages } from "./change.ts";
import { createPages } from "./create.ts";
import { readPages } from "./read.ts";

/** Developers, webhooks: who is told of what happens, and how that goes. */
export function webhookPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  createPages(app, csrfKey);
  readPages(app);
  changePages(app, csrfKey);
}
