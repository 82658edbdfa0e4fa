import type { FastifyInstance } from "fastify";
import { paymentChanges } from "./change.ts";
import { mergePages } from "./merge.ts";
import { factorRemoval } from "./second-factors.ts";
import { memberView } from "./view.ts";
import { showPage } from "./show.ts";

/** The page of a member. The list, and the forms of other actions, are derived. */
export function memberPages(app: FastifyInstance): void {
  showPage(app);
  memberView(app);
  factorRemoval(app);
  mergePages(app);
  paymentChanges(app);
}
