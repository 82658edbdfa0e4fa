import assert from "node:assert/strict";
import { test } from "node:test";
import { day, hour, now } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { outboxOf } from "../support/records.ts";
import { anOperator, type Operator, problemOf } from "./support/operator.ts";

const scopes = "digital_products:read digital_products:write lecturers:read lecturers:write school:write";
type Json = Record<string, unknown>;
interface Service extends Json {
  id: string;
  slug: string;
  status: string;
}
interface Slot {
  starts_at: string;
  ends_at: string;
  local_starts_at: string;
  lecturer_ids: string[];
}
interface Booking extends Json {
  id: string;
  starts_at: string;
  ends_at: string;
  status: string;
  lecturer_id: string;
}

const everyDay = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const weekly = (from: string, to: string) => everyDay.map((weekday) => ({ day: weekday, from, to }));

async function aLecturer(operator: Operator, name = "Lu") {
  return (await operator.post("/lecturers", { name })).json<{ id: string }>().id;
}
async function aService(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/consulting_services", {
    name: "Navigation hour",
    duration_minutes: 60,
    lecturer_ids: fields["lecturer_ids"] ?? [await aLecturer(operator)],
    status: "published",
    availability: { time_zone: "UTC", weekly: weekly("09:00", "12:00"), max_days_ahead: 700 },
    ...fields,
  });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Service>();
}
async function slotsOf(operator: Operator, { id }: Service, from: string, to: string, rest = "") {
  const response = await operator.get(`/consulting_services/${id}/slots?from=${from}&to=${to}${rest}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ time_zone: string; data: Slot[] }>().data;
}
const book = (operator: Operator, { id }: Service, starts_at: string, rest: Json = {}) =>
  operator.post(`/consulting_services/${id}/bookings`, { starts_at, email: "ana@harbour.example", ...rest });
/** A day that is still to come: `2026-11-23`. */
const inDays = (days: number) => new Date(now().getTime() + days * day).toISOString().slice(0, 10);
const slotsOn = async (operator: Operator, service: Service, date: string) =>
  slotsOf(operator, service, `${date}T00:00:00Z`, `${date}T23:59:59Z`);
const starts = (slots: Slot[]) => slots.map(({ starts_at }) => starts_at.slice(11, 16));

void test("A consulting service is made, changed, published and read with when it can be booked", async () => {
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

void test("What a service cannot be is refused at its place", async () => {
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

void test("Slots are cut from the windows of each day, exceptions, notice and horizon", async () => {
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
  const long = await operator.get(`${path}?from=${inDays(0)}T00:00:00Z&to=${inDays(40)}T00:00:00Z`);
  assert.deepEqual([long.statusCode, problemOf(long).code], [400, "invalid_filter"]);
  assert.equal((await operator.get(`${path}?from=${inDays(2)}T00:00:00Z&to=${inDays(1)}T00:00:00Z`)).statusCode, 400);
  assert.equal((await operator.get(path)).statusCode, 400);
});

void test("On days on which the clock is changed a slot begins when the clock of the place says so", async () => {
  const operator = await anOperator(scopes);
  const year = now().getUTCFullYear() + 1;
  // The last Sundays of March and October: in the European Union the clocks are changed.
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
  const shown = await slotsOf(
    operator,
    service,
    `${spring}T00:00:00Z`,
    `${spring}T12:00:00Z`,
    "&time_zone=Asia/Taipei",
  );
  assert.equal(shown[0]!.local_starts_at, `${spring}T08:00+08:00`);
});

void test("A session is booked at a slot for somebody, and takes it; another lecturer's time stays", async () => {
  const operator = await anOperator(scopes);
  const [ana, ben] = [await aLecturer(operator, "Ana"), await aLecturer(operator, "Ben")];
  const service = await aService(operator, { lecturer_ids: [ana, ben] });
  const date = inDays(3);
  const at = `${date}T10:00:00.000Z`;
  const response = await book(operator, service, at, {
    answers: { goal: "sail" },
    meeting_url: "https://meet.example/1",
  });
  assert.equal(response.statusCode, 201, response.body);
  const booking = response.json<Booking>();
  assert.deepEqual([booking.status, booking.lecturer_id, booking.starts_at], ["confirmed", ana, at]);
  assert.equal(booking.ends_at, `${date}T11:00:00.000Z`);
  assert.deepEqual((await slotsOn(operator, service, date))[1]!.lecturer_ids, [ben]);
  const chosen = await book(operator, service, at, { lecturer_id: ana });
  assert.deepEqual([chosen.statusCode, problemOf(chosen).code], [409, "slot_taken"]);
  assert.equal((await book(operator, service, at)).json<Booking>().lecturer_id, ben);
  assert.equal(problemOf(await book(operator, service, at)).code, "slot_taken");
  assert.deepEqual(starts(await slotsOn(operator, service, date)), ["09:00", "11:00"]);
  // Her time is one, whatever is booked.
  const other = await aService(operator, { name: "Knots", lecturer_ids: [ana], duration_minutes: 30 });
  assert.deepEqual(starts(await slotsOn(operator, other, date)), ["09:00", "09:30", "11:00", "11:30"]);

  const wrong = async (starts_at: string, rest: Json = {}) =>
    problemOf(await book(operator, service, starts_at, rest)).pointers;
  assert.deepEqual(await wrong(`${date}T10:30:00Z`), ["/starts_at"]);
  assert.deepEqual(await wrong(`${date}T09:00:00Z`, { lecturer_id: await aLecturer(operator, "Cy") }), [
    "/lecturer_id",
  ]);
  assert.deepEqual(await wrong(`${date}T09:00:00Z`, { email: undefined }), ["/member_id"]);
});

void test("One slot that many book at once is booked once", async () => {
  const operator = await anOperator(scopes);
  const service = await aService(operator);
  const at = `${inDays(3)}T09:00:00Z`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => book(operator, service, at, { email: `p${index}@harbour.example` })),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 201).length, 1, String(statuses));
  for (const answer of answers) if (answer.statusCode !== 201) assert.equal(problemOf(answer).code, "slot_taken");
  const all = (await operator.get("/consulting_bookings")).json<{ data: Booking[] }>().data;
  assert.equal(all.length, 1);
});

void test("Around a session there is the time that the service asks for", async () => {
  const operator = await anOperator(scopes);
  const service = await aService(operator, {
    duration_minutes: 30,
    availability: {
      time_zone: "UTC",
      weekly: weekly("09:00", "12:00"),
      buffer_before_minutes: 15,
      buffer_after_minutes: 30,
    },
  });
  const date = inDays(3);
  await book(operator, service, `${date}T10:00:00Z`);
  assert.deepEqual(starts(await slotsOn(operator, service, date)), ["09:00", "11:00", "11:30"]);
});

void test("A session is moved, canceled and held, and its time is free again where it was left", async () => {
  const operator = await anOperator(scopes);
  const service = await aService(operator);
  const date = inDays(2);
  const booking = (await book(operator, service, `${date}T09:00:00Z`)).json<Booking>();
  const step = (action: string, input: Json = {}, { id } = booking) =>
    operator.post(`/consulting_bookings/${id}/${action}`, input);
  const moved = await step("reschedule", { starts_at: `${date}T11:00:00Z` });
  assert.equal(moved.json<Booking>().starts_at, `${date}T11:00:00.000Z`, moved.body);
  assert.deepEqual(starts(await slotsOn(operator, service, date)), ["09:00", "10:00"]);
  const other = (await book(operator, service, `${date}T10:00:00Z`)).json<Booking>();
  assert.equal(problemOf(await step("reschedule", { starts_at: `${date}T10:00:00Z` })).code, "slot_taken");
  assert.equal(problemOf(await step("complete")).code, "conflict");
  assert.equal((await step("cancel", {}, other)).json<Booking>().status, "canceled");
  const again = await step("cancel", {}, other);
  assert.deepEqual(again.json<Json>()["allowed"], []);
  assert.equal(problemOf(again).code, "invalid_state");
  assert.equal(problemOf(await step("reschedule", { starts_at: `${date}T09:00:00Z` }, other)).code, "invalid_state");
  assert.deepEqual(starts(await slotsOn(operator, service, date)), ["09:00", "10:00"]);
  await database.run`
    update consulting_bookings set starts_at = ${new Date(now().getTime() - hour)} where site_id = ${operator.site.id}`;
  const held = await step("complete", { outcome: "no_show" });
  assert.equal(held.json<Booking>().status, "no_show", held.body);
  const types = (await outboxOf(operator.site))
    .map(({ type }) => type)
    .filter((type) => type.startsWith("consulting_"));
  assert.deepEqual(types, [
    "consulting_booking.created",
    "consulting_booking.rescheduled",
    "consulting_booking.created",
    "consulting_booking.canceled",
  ]);
});

void test("The school may limit how many sessions one person has still to come", async () => {
  const operator = await anOperator(scopes);
  const service = await aService(operator);
  await operator.patch("/school/settings/limits", { settings: { open_bookings_per_member: 1 } });
  assert.equal((await book(operator, service, `${inDays(3)}T09:00:00Z`)).statusCode, 201);
  assert.equal(problemOf(await book(operator, service, `${inDays(3)}T10:00:00Z`)).code, "conflict");
  const other = await book(operator, service, `${inDays(3)}T10:00:00Z`, { email: "ben@harbour.example" });
  assert.equal(other.statusCode, 201);
});

void test("Bookings are listed by service, lecturer, person, state and time, and a booked service is archived", async () => {
  const operator = await anOperator(scopes);
  const service = await aService(operator);
  const [first, second] = [`${inDays(3)}T09:00:00.000Z`, `${inDays(4)}T09:00:00.000Z`];
  const one = (await book(operator, service, first)).json<Booking>();
  const two = (await book(operator, service, second, { email: "ben@harbour.example" })).json<Booking>();
  const ids = async (query: string) =>
    (await operator.get(`/consulting_bookings?${query}`)).json<{ data: Booking[] }>().data.map(({ id }) => id);
  assert.deepEqual(await ids("sort=starts_at"), [one.id, two.id]);
  assert.deepEqual(await ids(`starts_at[gt]=${first}`), [two.id]);
  assert.deepEqual(await ids(`member_id=${String(one["member_id"])}`), [one.id]);
  assert.deepEqual((await ids(`service_id=${service.id}&lecturer_id=${one.lecturer_id}`)).length, 2);
  assert.deepEqual(await ids("status=canceled"), []);
  assert.equal((await operator.delete(`/consulting_services/${service.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/consulting_services/${service.id}`)).json<Service>().status, "archived");
  const unused = await aService(operator, { name: "Unused" });
  await operator.delete(`/consulting_services/${unused.id}`);
  assert.equal((await operator.get(`/consulting_services/${unused.id}`)).statusCode, 404);
  const stranger = await anOperator(scopes);
  assert.equal((await stranger.post(`/consulting_bookings/${one.id}/cancel`)).statusCode, 404);
});
