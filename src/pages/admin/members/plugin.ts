import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "../plugin.ts";
import { changePages } from "./change.ts";
import { listPage } from "./list.ts";
import { showPage } from "./show.ts";

/** Site, members: who is here, and what is decided about each. */
export function memberPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  listPage(app);
  showPage(app);
  changePages(app, csrfKey);
}
