import type { FastifyInstance } from "fastify";
import { getConsultingService } from "#domain/offers/consulting/list-consulting.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { createConsultingBooking, listConsultingBookings } from "#domain/sales/consulting-bookings/operations.ts";
import { replaceAvailability } from "#domain/offers/consulting/save-consulting.ts";
import { dateIn, isDate } from "#lib/time/zoned-time.ts";
import { consultingCalendar } from "../../views/admin/consulting/calendar.ts";
import { hrefOf } from "../parts/href-of.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { namesOfPeople } from "../parts/names.ts";
import { derivedPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { calendarDays, instantsOf, rangeAround } from "./calendar-days.ts";

const maxSessionsPerView = 200;

/** Sessions that take place, or did. */
const shownStatuses = ["pending", "confirmed", "completed", "no_show"];

/** GET /admin/consulting_services/{service}/calendar: the open hours, exceptions and sessions of a month or a week. */
export function consultingCalendarPage(app: FastifyInstance): void {
  getPage(app, "/admin/consulting_services/:service/calendar", async (pageRequest, request) => {
    const { context, timeZone } = pageRequest;
    const { service: reference } = request.params;
    const service = await perform(getConsultingService, context, { service: reference });
    const today = dateIn(timeZone, context.now);
    const requested = request.query.date ?? "";
    const date = isDate(requested) && requested > "1000-01-01" && requested < "9000-01-01" ? requested : today;
    const range = rangeAround(request.query.view === "week" ? "week" : "month", date);
    const { gte, lt } = instantsOf(range, timeZone);
    const bookings = await perform(listConsultingBookings, context, {
      serviceId: [formatId("consultingService", service.id)],
      status: shownStatuses,
      startsAt: { gte: gte.toISOString(), lt: lt.toISOString() },
      sort: ["starts_at"],
      limit: maxSessionsPerView,
    });
    const names = await namesOfPeople(
      context,
      bookings.data.map(({ memberId }) => memberId),
    );
    const sessions = bookings.data.map(({ id, memberId, startsAt, endsAt, status }) => ({
      startsAt,
      endsAt,
      status,
      name: names.get(memberId) ?? formatId("member", memberId),
      href: hrefOf(context, "consultingBooking", id),
    }));
    const wireId = formatId("consultingService", service.id);
    const base = `/admin/consulting_services/${wireId}`;
    return consultingCalendar(derivedPageOf(pageRequest, "/consulting_services"), {
      service: { name: service.name, href: hrefOf(context, "consultingService", service.id) ?? base },
      isDraft: service.status === "draft",
      address: `${base}/calendar`,
      range,
      date,
      today,
      days: calendarDays({ range, date, today, timeZone, availability: service.availability, sessions }),
      hasTimes: service.availability.weekly.length > 0 || service.availability.exceptions.length > 0,
      hasMore: bookings.page.hasMore,
      edit: mayPerform(context.caller, replaceAvailability) ? `${base}/availability/edit` : undefined,
      book: mayPerform(context.caller, createConsultingBooking) ? `${base}/bookings/new` : undefined,
      bookings: `/admin/consulting_bookings?service_id=${wireId}`,
    });
  });
}
