import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { listMySchedule, listSessionsToBook, showMyScheduleItem } from "#domain/sales/my-schedule/my-schedule.ts";
import { findMyCalendar } from "#domain/sales/calendar-feeds/operations.ts";
import type { FeedView } from "../../views/learn/my-events/feed.ts";
import { myEvents, type MyEvents } from "../../views/learn/my-events/my-events.ts";
import { learnerPage, type LearnerContext } from "../learner.ts";
import type { MemberRoutes } from "../../sign-in/member-routes.ts";
import { whatIs } from "./what-is.ts";

export const eventsAddress = "/account/events";

const maxUpcoming = 100;

/** GET /account/events: what the member takes part in, by date. `ended`: what they have just canceled. */
export function myEventsPage(app: FastifyInstance, { getPage }: MemberRoutes): void {
  getPage(app, eventsAddress, async (learner, request) => {
    const { context } = learner;
    const { upcoming, past } = await perform(listMySchedule, context, { limit: maxUpcoming, past: true });
    const done = await findEnded(learner, request.query.ended);
    const { services } = await perform(listSessionsToBook, context, {});
    const { address } = await perform(findMyCalendar, context, {});
    const feed = { address, done: resultOf(request.query.calendar, address) };
    return myEvents(learnerPage(learner), { upcoming, past, services, now: context.now, feed, done });
  });
}

/** Returns what became of the private link, if the address of the page agrees with it. */
const resultOf = (calendar: string | undefined, address: string | null): FeedView["done"] =>
  calendar === "renewed" && address !== null
    ? "renewed"
    : calendar === "ended" && address === null
      ? "ended"
      : undefined;

/** Returns what was canceled, if it was: a forged address reports nothing else. */
async function findEnded({ context }: LearnerContext, id: string | undefined): Promise<MyEvents["done"]> {
  if (typeof id !== "string" || id === "") return undefined;
  const [kind = "", ended = ""] = id.split(".", 2);
  const found = await perform(showMyScheduleItem, context, { id: ended }).catch(() => undefined);
  if (!found?.isCanceled) return undefined;
  return { what: kind === "waitlist" ? "waitlist" : whatIs(found.item), name: found.item.name };
}
