import { calendarDays, rangeAround } from "#pages/admin/consulting/calendar-days.ts";
import { consultingCalendar } from "#pages/views/admin/consulting/calendar.ts";
import { checkInView, type Guest } from "#pages/views/admin/events/check-in.ts";
import { chooseFile } from "#pages/views/admin/imports/choose-file.ts";
import { importColumns } from "#pages/views/admin/imports/columns.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import type { Names } from "./sample-views.ts";
import { Availability } from "../../../src/domain/offers/consulting/availability.ts";

const at = new Date(Date.UTC(2026, 10, 30, 9, 30));

/** Check-in at the door, imports, and the calendar of a service. */
export function sampleDesk(page: AdminPage, names: Names): [string, string][] {
  const guest = (status: string, checkedInAt: Date | null): Guest => ({
    id: `reg_${status}`,
    version: 2,
    name: names.person,
    email: names.email,
    code: "7KQ2M9XDAB",
    status,
    seats: 2,
    ticketId: "seat",
    checkedInAt,
  });
  const arrived = guest("checked_in", at);
  const door = {
    event: { name: names.client, href: "/admin/events/knots" },
    address: "/admin/events/knots/check-in",
    q: "",
    show: "all" as const,
    mayCheckIn: true,
    seats: { expected: 6, checkedIn: 2 },
    hasMore: true,
    guests: [guest("registered", null), arrived, guest("no_show", null)],
    tickets: new Map([["seat", names.client]]),
  };
  const choice = {
    file: "fil_1",
    resource: "students" as const,
    encoding: undefined,
    columns: new Map(),
    course: undefined,
  };
  const range = rangeAround("month", "2026-11-30");
  const session = { startsAt: at, endsAt: new Date(at.getTime() + 3_600_000), name: names.person, href: "/admin" };
  const availability = Availability.parse({
    timeZone: "UTC",
    weekly: [{ day: "monday", from: "09:00", to: "12:00" }],
    exceptions: [{ date: "2026-11-25", windows: [] }],
  });
  return [
    ["admin-check-in", checkInView(page, { ...door, outcome: { text: names.person, guest: arrived } })],
    ["admin-check-in-wrong", checkInView(page, { ...door, guests: [], code: names.client, problem: names.client })],
    [
      "admin-imports",
      chooseFile(page, {
        problem: undefined,
        resource: "students",
        mayStart: true,
        maxBytes: 10_485_760,
        jobs: [{ id: "job_1", status: "succeeded", resource: "students", dryRun: true, createdAt: at, processed: 3 }],
      }),
    ],
    [
      "admin-import-columns",
      importColumns(page, {
        filename: names.client,
        choice,
        problem: undefined,
        courses: [["knots", names.client]],
        preview: {
          object: "import_preview",
          resource: "students",
          encoding: "utf-8",
          platform: "learndash",
          columns: [{ header: names.client, column: "email", sample: names.email }],
          targets: ["email", "name"],
          missing: ["course_slug"],
          total: 1204,
          rows: [
            { rowNumber: 2, values: { email: names.email }, problem: null },
            { rowNumber: 3, values: { email: names.person }, problem: names.client },
          ],
          leftBehind: ["passwords", "cards"],
        },
      }),
    ],
    [
      "admin-consulting-calendar",
      consultingCalendar(page, {
        service: { name: names.client, href: "/admin/consulting_services/talk" },
        isDraft: true,
        address: "/admin/consulting_services/talk/calendar",
        range,
        date: "2026-11-30",
        today: "2026-11-29",
        days: calendarDays({
          range,
          date: "2026-11-30",
          today: "2026-11-29",
          timeZone: "UTC",
          availability,
          sessions: ["confirmed", "completed"].map((status) => ({ ...session, status })),
        }),
        hasTimes: true,
        hasMore: false,
        edit: "/admin/consulting_services/talk/availability/edit",
        book: "/admin/consulting_services/talk/bookings/new",
        bookings: "/admin/consulting_bookings",
      }),
    ],
  ];
}
