import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { confirmationPages } from "./confirm.ts";
import { listPages } from "./list.ts";
import { reviewPages } from "./review.ts";
import { showPage } from "./show.ts";

/** Metadata document clients: accepted hosts and permissions. */
export function documentPages(app: FastifyInstance, options: AdminOptions): void {
  listPages(app, options);
  showPage(app);
  reviewPages(app);
  confirmationPages(app);
}
