import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { changePages, paymentChanges } from "./change.ts";
import { listPage } from "./list.ts";
import { mergePages } from "./merge.ts";
import { showPage } from "./show.ts";

/** Member list and member management. */
export function memberPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  listPage(app);
  showPage(app);
  changePages(app, csrfKey);
  mergePages(app, csrfKey);
  paymentChanges(app, csrfKey);
}
