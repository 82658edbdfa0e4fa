import type { FastifyInstance } from "fastify";
import { cancelMyRegistration } from "#domain/events/event-registrations/register-myself.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { cancelMySession } from "#domain/sales/consulting-bookings/my-sessions.ts";
import { showMyScheduleItem } from "#domain/sales/my-schedule/my-schedule.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { cancelQuestion } from "../../views/learn/my-events/cancel.ts";
import { cancelAddress } from "../../views/learn/my-events/entry.ts";
import { learnerPage, type StartLearnerContext } from "../learner.ts";
import { eventsAddress } from "./page.ts";
import { whatIs } from "./what-is.ts";

interface Address {
  Params: { id: string };
}

/** `/account/events/{id}/cancel`: asks, and cancels the registration, the place on the waitlist or the session. */
export function cancelPages(app: FastifyInstance, start: StartLearnerContext): void {
  const path = cancelAddress(":id");
  app.get<Address>(path, (request, reply) =>
    start(request, reply, async (learner) => {
      const { id } = request.params;
      const { item, isCanceled, cancellationHours } = await perform(showMyScheduleItem, learner.context, { id });
      // A form that was sent twice, or a page that was left open.
      if (isCanceled || item.kind === "live") return reply.redirect(eventsAddress, 303);
      return sendPage(reply, cancelQuestion(learnerPage(learner), { item, what: whatIs(item), cancellationHours }));
    }),
  );

  app.post<Address>(path, (request, reply) =>
    start(request, reply, async (learner) => {
      const { context } = learner;
      const { id } = request.params;
      if (!formOf(learner)) return sendStaleForm(learner, cancelAddress(encodeURIComponent(id)));
      const { item, isCanceled } = await perform(showMyScheduleItem, context, { id });
      const what = whatIs(item);
      try {
        if (!isCanceled) await perform(what === "session" ? cancelMySession : cancelMyRegistration, context, { id });
      } catch (error) {
        // The page of the question says that it is too late.
        if (error instanceof Problem && error.code === "invalid_state") return reply.redirect(cancelAddress(id), 303);
        throw error;
      }
      return reply.redirect(`${eventsAddress}?ended=${what}.${id}`, 303);
    }),
  );
}
