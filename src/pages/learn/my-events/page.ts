import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { listMySchedule, showMyScheduleItem } from "#domain/sales/my-schedule/my-schedule.ts";
import { sendPage } from "../../responses/send.ts";
import { myEvents, type MyEvents } from "../../views/learn/my-events/my-events.ts";
import { learnerPage, type LearnerContext, type StartLearnerContext } from "../learner.ts";
import { whatIs } from "./what-is.ts";

export const eventsAddress = "/account/events";

const maxUpcoming = 100;

/** GET /account/events: what the member takes part in, by date. `ended`: what they have just canceled. */
export function myEventsPage(app: FastifyInstance, start: StartLearnerContext): void {
  app.get<{ Querystring: { ended?: string } }>(eventsAddress, (request, reply) =>
    start(request, reply, async (learner) => {
      const { context } = learner;
      const { upcoming, past } = await perform(listMySchedule, context, { limit: maxUpcoming, past: true });
      const done = await findEnded(learner, request.query.ended);
      return sendPage(reply, myEvents(learnerPage(learner), { upcoming, past, now: context.now, done }));
    }),
  );
}

/** Returns what was canceled, if it was: an address that somebody else wrote reports nothing else. */
async function findEnded({ context }: LearnerContext, id: string | undefined): Promise<MyEvents["done"]> {
  if (typeof id !== "string" || id === "") return undefined;
  const [kind = "", ended = ""] = id.split(".", 2);
  const found = await perform(showMyScheduleItem, context, { id: ended }).catch(() => undefined);
  if (!found?.isCanceled) return undefined;
  return { what: kind === "waitlist" ? "waitlist" : whatIs(found.item), name: found.item.name };
}
