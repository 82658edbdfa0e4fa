import type { FastifyInstance } from "fastify";
import { calendarFiles } from "./calendar.ts";
import { cancelPages } from "./cancel.ts";
import { feedForm } from "./feed.ts";
import { myEventsPage } from "./page.ts";
import type { MemberRoutes } from "../../sign-in/member-routes.ts";

/** Mounts /account/events. */
export function myEventsPages(app: FastifyInstance, routes: MemberRoutes): void {
  myEventsPage(app, routes);
  cancelPages(app, routes);
  calendarFiles(app, routes);
  feedForm(app, routes);
}
