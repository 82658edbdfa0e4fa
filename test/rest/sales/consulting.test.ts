import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { day, hour, now } from "../../support/clock.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import {
  aLecturer,
  aService,
  book,
  inDays,
  type Json,
  scopes,
  type Service,
  slotsOf,
  slotsOn,
  starts,
  weekly,
} from "../support/made-consulting.ts";

void test("A consulting service is created, changed, published and returned with its free slots", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await aLecturer(operator);
  const service = await aService(operator, {
    status: "draft",
    lecturer_ids: [lecturer],
    price: { amount: 5000, currency: "TWD" },
    description_markdown: "One *hour*",
  });
  assert.deepEqual(
    [service["object"], service.slug, service.status, service["lecturer_ids"], service["published_at"]],
    ["consulting_service", "navigation-hour", "draft", [lecturer], null],
  );
  assert.equal(service["description_html"], "<p>One <em>hour</em></p>\n");
  const early = await book(operator, service, `${inDays(2)}T09:00:00Z`);
  assert.equal(problemOf(early).code, "invalid_state");
  const published = await operator.patch(`/consulting_services/${service.slug}`, { status: "published", price: null });
  assert.deepEqual([published.json<Service>().status, published.json<Service>()["price"]], ["published", null]);
  assert.ok(published.json<Service>()["published_at"]);
  const availability = { time_zone: "Asia/Taipei", weekly: [{ day: "monday", from: "09:00", to: "24:00" }] };
  const replaced = await operator.put(`/consulting_services/${service.id}/availability`, availability);
  assert.deepEqual(replaced.json<Service>()["availability"], {
    ...availability,
    exceptions: [],
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    min_notice_hours: 0,
    max_days_ahead: 60,
  });
  const ids = async (query: string) =>
    (await operator.get(`/consulting_services?${query}`)).json<{ data: Service[] }>().data.map(({ id }) => id);
  assert.deepEqual(await ids(`status=published&lecturer_id=${lecturer}`), [service.id]);
  assert.deepEqual(await ids("q=navig"), [service.id]);
  assert.deepEqual(await ids("status=draft"), []);
});

void test("Invalid values of a service are rejected with their path", async () => {
  const operator = await anOperator(scopes);
  const stranger = await anOperator(scopes);
  const service = await aService(operator, { external_id: "c/1" });
  const refused = async (fields: Json) => {
    const { code, pointers } = problemOf(await operator.patch(`/consulting_services/${service.id}`, fields));
    return [code, ...(pointers ?? [])];
  };
  assert.deepEqual(await refused({ lecturer_ids: [await aLecturer(stranger)] }), [
    "validation_failed",
    "/lecturer_ids/0",
  ]);
  assert.deepEqual(await refused({ lecturer_ids: [] }), ["validation_failed", "/lecturer_ids"]);
  const form = "frm_01k9g2c8p4e6t0v3x5y7z9b1d3";
  assert.deepEqual(await refused({ intake_form_id: form }), ["validation_failed", "/intake_form_id"]);
  const other = await aService(operator, { name: "Other" });
  assert.deepEqual(await refused({ slug: other.slug }), ["slug_taken"]);
  assert.equal(
    problemOf(await operator.patch(`/consulting_services/${other.id}`, { external_id: "c/1" })).code,
    "already_exists",
  );
  const put = async (availability: Json) =>
    problemOf(await operator.put(`/consulting_services/${service.id}/availability`, availability)).pointers;
  assert.deepEqual(await put({ time_zone: "Mars/Base" }), ["/time_zone"]);
  assert.deepEqual(await put({ time_zone: "UTC", weekly: [{ day: "monday", from: "12:00", to: "09:00" }] }), [
    "/weekly/0",
  ]);
  assert.equal((await stranger.get(`/consulting_services/${service.id}`)).statusCode, 404);
});

void test("Slots follow the daily windows, exceptions, minimum notice and booking horizon", async () => {
  const operator = await anOperator(scopes);
  const [first, second] = [inDays(3), inDays(4)];
  const service = await aService(operator, {
    duration_minutes: 45,
    availability: {
      time_zone: "UTC",
      weekly: weekly("09:00", "11:00"),
      exceptions: [{ date: second, windows: [{ from: "20:00", to: "21:00" }] }, { date: inDays(5) }],
      max_days_ahead: 6,
    },
  });
  assert.deepEqual(starts(await slotsOn(operator, service, first)), ["09:00", "09:45"]);
  assert.deepEqual(starts(await slotsOn(operator, service, second)), ["20:00"]);
  assert.deepEqual(await slotsOn(operator, service, inDays(5)), []);
  assert.deepEqual(await slotsOn(operator, service, inDays(8)), []);
  const notice = { time_zone: "UTC", weekly: weekly("00:00", "24:00"), min_notice_hours: 48 };
  await operator.put(`/consulting_services/${service.id}/availability`, notice);
  const soon = await slotsOf(operator, service, `${inDays(0)}T00:00:00Z`, `${inDays(4)}T00:00:00Z`);
  assert.ok(soon.length > 0 && soon.every(({ starts_at }) => Date.parse(starts_at) >= now().getTime() + 47 * hour));
  const path = `/consulting_services/${service.id}/slots`;
  const days = `from=${inDays(0)}T00:00:00Z&to=${inDays(4)}T00:00:00Z`;
  const paged: unknown[] = [];
  for (let next: string | null = ""; next !== null;) {
    const answer = await operator.get(`${path}?${days}&limit=7${next && `&cursor=${next}`}`);
    const { data, page } = answer.json<{ data: unknown[]; page: { next_cursor: string | null } }>();
    paged.push(...data);
    next = page.next_cursor;
  }
  assert.deepEqual(paged, soon);
  const long = await operator.get(`${path}?from=${inDays(0)}T00:00:00Z&to=${inDays(40)}T00:00:00Z`);
  assert.deepEqual([long.statusCode, problemOf(long).code], [400, "invalid_filter"]);
  assert.equal((await operator.get(`${path}?from=${inDays(2)}T00:00:00Z&to=${inDays(1)}T00:00:00Z`)).statusCode, 400);
  assert.equal((await operator.get(path)).statusCode, 400);
});

void test("On days with a clock change slots follow the local time", async () => {
  const operator = await anOperator(scopes);
  const year = now().getUTCFullYear() + 1;
  // The last Sundays of March and October, on which clocks change in the European Union.
  const lastSunday = (month: number) => {
    const end = new Date(Date.UTC(year, month + 1, 0));
    return new Date(end.getTime() - end.getUTCDay() * day).toISOString().slice(0, 10);
  };
  const [spring, autumn] = [lastSunday(2), lastSunday(9)];
  const service = await aService(operator, {
    availability: { time_zone: "Europe/Berlin", weekly: weekly("01:00", "05:00"), max_days_ahead: 730 },
  });
  const local = async (date: string) =>
    (await slotsOf(operator, service, `${date}T00:00:00%2B02:00`, `${date}T12:00:00Z`)).map((slot) =>
      slot.local_starts_at.replace(`${date}T`, ""),
    );
  assert.deepEqual(await local(spring), ["01:00+01:00", "03:00+02:00", "04:00+02:00"]);
  assert.deepEqual(await local(autumn), ["01:00+02:00", "02:00+02:00", "02:00+01:00", "03:00+01:00", "04:00+01:00"]);
  const slots = await slotsOf(
    operator,
    service,
    `${spring}T00:00:00Z`,
    `${spring}T12:00:00Z`,
    "&time_zone=Asia/Taipei",
  );
  assert.equal(slots[0]!.local_starts_at, `${spring}T08:00+08:00`);
});

void test("A date in a request for slots is a day in the time zone of the service", async () => {
  const operator = await anOperator(scopes);
  const availability = { time_zone: "Pacific/Auckland", weekly: weekly("09:00", "11:00"), max_days_ahead: 700 };
  const service = await aService(operator, { availability });
  const date = inDays(9);
  const days = async (query: string) => {
    const answer = await operator.get(`/consulting_services/${service.slug}/slots?from=${date}&to=${date}${query}`);
    assertStatus(answer, 200);
    return answer.json<{ data: { local_starts_at: string }[] }>().data.map((slot) => slot.local_starts_at.slice(0, 16));
  };
  assert.deepEqual(await days(""), [`${date}T09:00`, `${date}T10:00`]);
  const inUtc = (await days("&time_zone=UTC")).map((time) => time.slice(0, 10));
  assert.deepEqual(inUtc, [date, date]);
  const unknown = await operator.get(`/consulting_services/unknown/slots?from=${date}&to=${date}`);
  assert.equal(problemOf(unknown).code, "not_found");
});
