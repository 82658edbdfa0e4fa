import type { FastifyInstance } from "fastify";
import type { StartLearnerContext } from "../learner.ts";
import { calendarFiles } from "./calendar.ts";
import { cancelPages } from "./cancel.ts";
import { myEventsPage } from "./page.ts";

/** Mounts /account/events. */
export function myEventsPages(app: FastifyInstance, start: StartLearnerContext, csrfKey: Buffer): void {
  myEventsPage(app, start);
  cancelPages(app, start, csrfKey);
  calendarFiles(app, start);
}
