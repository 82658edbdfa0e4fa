import type { FastifyInstance } from "fastify";
import { cancelMyRegistration } from "#domain/events/event-registrations/register-myself.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { cancelMySession } from "#domain/sales/consulting-bookings/my-sessions.ts";
import { showMyScheduleItem } from "#domain/sales/my-schedule/my-schedule.ts";
import { cancelQuestion } from "../../views/learn/my-events/cancel.ts";
import { cancelAddress } from "../../views/learn/my-events/entry.ts";
import { learnerPage } from "../learner.ts";
import type { MemberRoutes } from "../../sign-in/member-routes.ts";
import { eventsAddress } from "./page.ts";
import { whatIs } from "./what-is.ts";

/** `/account/events/{id}/cancel`: asks, and cancels the registration, the place on the waitlist or the session. */
export function cancelPages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  const path = cancelAddress(":id");
  getPage(app, path, async (learner, { params: { id } }) => {
    const { item, isCanceled, cancellationHours } = await perform(showMyScheduleItem, learner.context, { id });
    // A form that was sent twice, or a page that was left open.
    if (isCanceled || item.kind === "live") return learner.reply.redirect(eventsAddress, 303);
    return cancelQuestion(learnerPage(learner), { item, what: whatIs(item), cancellationHours });
  });

  postForm(app, path, async (learner, _form, { params: { id } }) => {
    const { context } = learner;
    const { item, isCanceled } = await perform(showMyScheduleItem, context, { id });
    const what = whatIs(item);
    try {
      if (!isCanceled) await perform(what === "session" ? cancelMySession : cancelMyRegistration, context, { id });
    } catch (error) {
      // The page of the question says that it is too late.
      if (error instanceof Problem && error.code === "invalid_state")
        return learner.reply.redirect(cancelAddress(id), 303);
      throw error;
    }
    return learner.reply.redirect(`${eventsAddress}?ended=${what}.${id}`, 303);
  });
}
