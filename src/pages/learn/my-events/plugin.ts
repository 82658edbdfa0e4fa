import type { FastifyInstance } from "fastify";
import type { StartLearnerContext } from "../learner.ts";
import { calendarFiles } from "./calendar.ts";
import { cancelPages } from "./cancel.ts";
import { feedForm } from "./feed.ts";
import { myEventsPage } from "./page.ts";

/** Mounts /account/events. */
export function myEventsPages(app: FastifyInstance, start: StartLearnerContext): void {
  myEventsPage(app, start);
  cancelPages(app, start);
  calendarFiles(app, start);
  feedForm(app, start);
}
