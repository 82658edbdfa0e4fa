import type { FastifyInstance } from "fastify";
import type { LearnerRoutes } from "../learner.ts";
import { calendarFiles } from "./calendar.ts";
import { cancelPages } from "./cancel.ts";
import { feedForm } from "./feed.ts";
import { myEventsPage } from "./page.ts";

/** Mounts /account/events. */
export function myEventsPages(app: FastifyInstance, routes: LearnerRoutes): void {
  myEventsPage(app, routes);
  cancelPages(app, routes);
  calendarFiles(app, routes);
  feedForm(app, routes);
}
