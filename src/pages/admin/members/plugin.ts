import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { paymentChanges } from "./change.ts";
import { mergePages } from "./merge.ts";
import { factorRemoval } from "./second-factors.ts";
import { memberView } from "./view.ts";
import { showPage } from "./show.ts";

/** The page of a member. The list, and the forms of other actions, are derived. */
export function memberPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  showPage(app);
  memberView(app, csrfKey);
  factorRemoval(app, csrfKey);
  mergePages(app, csrfKey);
  paymentChanges(app, csrfKey);
}
