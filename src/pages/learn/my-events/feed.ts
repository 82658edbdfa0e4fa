import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { writeCalendar } from "#domain/platform/calendar/write-calendar.ts";
import { perform } from "#domain/platform/operation.ts";
import { rateLimited } from "#domain/platform/problem.ts";
import { endMyCalendar, readCalendarFeed, renewMyCalendar } from "#domain/sales/calendar-feeds/operations.ts";
import { contextOf } from "#http/context.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { networkOf } from "#lib/network.ts";
import { chooseLocale } from "../../text/catalogue.ts";
import type { MemberRoutes } from "../../sign-in/member-routes.ts";
import { calendarType } from "./calendar.ts";
import { eventsAddress } from "./page.ts";

/** Requests per address. Calendar services read the calendars of many members from one address. */
const policy = { name: "calendar-feeds", perMinute: 300 };

/** Interval in which programs read the calendar again, in seconds. */
const refreshSeconds = 3600;

/** GET /calendar-feeds/{token}.ics: the calendar of a member, for programs that have its address. */
export const calendarFeed = (quotas: Quotas) => async (app: FastifyInstance) => {
  app.addHook("onRequest", async (request) => {
    const { site, now } = contextOf(request);
    const { allowed, resetSeconds } = await quotas.take(site, policy, networkOf(request.ip), now);
    if (!allowed) throw rateLimited(resetSeconds);
  });

  app.get<{ Params: { token: string } }>("/calendar-feeds/:token.ics", async (request, reply) => {
    const context = contextOf(request);
    const { appointments, locale: own } = await perform(readCalendarFeed, context, request.params);
    const locale = chooseLocale({ memberLocale: own, siteDefault: context.site.defaultLocale });
    const organizer = context.mail?.senderOf(context.site);
    const body = await writeCalendar(appointments, { site: context.site, locale, organizer, refreshSeconds });
    return reply
      .header("cache-control", "private, no-cache")
      .header("etag", `"${hash("sha256", body, "base64url")}"`)
      .header("x-robots-tag", "noindex")
      .header("content-disposition", 'inline; filename="calendar.ics"')
      .type(calendarType)
      .send(body);
  });
};

/** POST /account/events/calendar: creates, renews or deletes the private link. */
export function feedForm(app: FastifyInstance, { postForm }: MemberRoutes): void {
  postForm(app, { path: `${eventsAddress}/calendar`, formAt: eventsAddress }, async (learner, form) => {
    const ends = form.get("act") === "end";
    await (ends ? perform(endMyCalendar, learner.context, {}) : perform(renewMyCalendar, learner.context, {}));
    return learner.reply.redirect(`${eventsAddress}?calendar=${ends ? "ended" : "renewed"}#calendar`, 303);
  });
}
