import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarDays, rangeAround } from "#pages/admin/consulting/calendar-days.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { Availability } from "../../../src/domain/offers/consulting/availability.ts";

const scopes =
  "digital_products:read digital_products:write lecturers:read lecturers:write members:read members:write school:read school:write students:write";

void test("Ranges are whole weeks from Monday, and lead to the ones before and after", () => {
  assert.deepEqual(rangeAround("month", "2026-12-15"), {
    view: "month",
    first: "2026-11-30",
    last: "2027-01-03",
    previous: "2026-11-01",
    next: "2027-01-01",
  });
  assert.deepEqual(rangeAround("week", "2026-12-06"), {
    view: "week",
    first: "2026-11-30",
    last: "2026-12-06",
    previous: "2026-11-23",
    next: "2026-12-07",
  });
});

void test("Hours of another time zone stand on the day of the school, and exceptions take the place of weekly hours", () => {
  const availability = Availability.parse({
    timeZone: "America/New_York",
    weekly: [{ day: "monday", from: "20:00", to: "22:00" }],
    exceptions: [{ date: "2026-12-14", windows: [] }],
  });
  const range = rangeAround("month", "2026-12-15");
  const input = { range, date: "2026-12-15", today: "2026-12-08", timeZone: "Asia/Taipei", availability };
  const session = { startsAt: new Date("2026-12-08T01:00:00Z") };
  const days = new Map(calendarDays({ ...input, sessions: [session] }).map((day) => [day.date, day]));
  assert.equal(days.size, 35);
  assert.deepEqual(days.get("2026-12-08"), {
    date: "2026-12-08",
    isInside: true,
    isToday: true,
    isException: false,
    open: [{ startsAt: new Date("2026-12-08T01:00:00Z"), endsAt: new Date("2026-12-08T03:00:00Z") }],
    sessions: [session],
  });
  assert.deepEqual(days.get("2026-12-15")?.open, []);
  assert.equal(days.get("2026-12-14")?.isException, true);
  assert.equal(days.get("2026-11-30")?.isInside, false);
});

void test("The calendar of a service shows its hours, exceptions and sessions, and leads to their forms", async () => {
  const operator = await anOperator(scopes);
  const make = async (path: string, body: object) => {
    const response = await operator.post(path, body);
    assertStatus(response, 201);
    return response.json<{ id: string }>();
  };
  const lecturer = await make("/lecturers", { name: "Ada" });
  const service = await make("/consulting_services", {
    name: "Rigging advice",
    duration_minutes: 60,
    price: null,
    lecturer_ids: [lecturer.id],
    status: "published",
    availability: {
      time_zone: "UTC",
      weekly: ["monday", "tuesday", "wednesday", "thursday", "friday"].map((day) => ({
        day,
        from: "09:00",
        to: "12:00",
      })),
      exceptions: [{ date: "2031-05-05", windows: [] }],
      max_days_ahead: 730,
    },
  });
  const browser = await operator.site.signedIn(operator.member);
  const visitor = new Visitor(browser);
  await visitor.open(`/admin/consulting_services/${service.id}`);
  await visitor.click("Calendar");
  visitor.sees("Rigging advice", "09:00–12:00", "Month");
  await visitor.open(`/admin/consulting_services/${service.id}/calendar?date=2031-05-05&view=week`);
  visitor.sees("Exception: Closed", "5 May 2031 – 11 May 2031");
  await visitor.click("Later");
  visitor.sees("12 May 2031 – 18 May 2031").seesNot("Exception");
  await visitor.click("Edit the availability");
  assert.match(visitor.address, /\/availability\/edit$/);
  assert.equal((await browser.open(`/admin/consulting_services/${service.id}/calendar?date=no&view=no`)).status, 200);
});
