import type { FastifyInstance } from "fastify";
import { writeCalendar } from "#domain/platform/calendar/write-calendar.ts";
import { perform } from "#domain/platform/operation.ts";
import { showMyScheduleItem } from "#domain/sales/my-schedule/my-schedule.ts";
import { pageOf } from "../../responses/page-request.ts";
import { calendarAddress } from "../../views/learn/my-events/entry.ts";
import type { MemberRoutes } from "../../sign-in/member-routes.ts";

export const calendarType = "text/calendar; charset=utf-8; method=PUBLISH";

/** GET /account/events/{id}/calendar.ics: one event, session or live lecture for the calendar of the member. */
export function calendarFiles(app: FastifyInstance, { getPage }: MemberRoutes): void {
  getPage(app, calendarAddress(":id"), async (learner, request) => {
    const { context } = learner;
    const { appointment } = await perform(showMyScheduleItem, context, { id: request.params.id });
    const { locale } = pageOf(learner);
    const organizer = context.mail?.senderOf(context.site);
    return learner.reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${appointment.id}.ics"`)
      .type(calendarType)
      .send(await writeCalendar([appointment], { site: context.site, locale, organizer }));
  });
}
