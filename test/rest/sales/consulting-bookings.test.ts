import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus, describeFailure } from "../../support/assert-status.ts";
import { hour, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import {
  aLecturer,
  aService,
  book,
  inDays,
  type Json,
  scopes,
  type Service,
  slotsOn,
  starts,
  weekly,
} from "../support/made-consulting.ts";

interface Booking extends Json {
  id: string;
  starts_at: string;
  ends_at: string;
  status: string;
  lecturer_id: string;
}

void test("A booked session takes its slot; another lecturer's time stays free", async () => {
  const operator = await anOperator(scopes);
  const [ana, ben] = [await aLecturer(operator, "Ana"), await aLecturer(operator, "Ben")];
  const service = await aService(operator, { lecturer_ids: [ana, ben] });
  const date = inDays(3);
  const at = `${date}T10:00:00.000Z`;
  const response = await book(operator, service, at, {
    answers: { goal: "sail" },
    meeting_url: "https://meet.example/1",
  });
  assertStatus(response, 201);
  const booking = response.json<Booking>();
  assert.deepEqual([booking.status, booking.lecturer_id, booking.starts_at], ["confirmed", ana, at]);
  assert.equal(booking.ends_at, `${date}T11:00:00.000Z`);
  assert.deepEqual((await slotsOn(operator, service, date))[1]!.lecturer_ids, [ben]);
  const chosen = await book(operator, service, at, { lecturer_id: ana });
  assert.deepEqual([chosen.statusCode, problemOf(chosen).code], [409, "slot_taken"]);
  assert.equal((await book(operator, service, at)).json<Booking>().lecturer_id, ben);
  assert.equal(problemOf(await book(operator, service, at)).code, "slot_taken");
  assert.deepEqual(starts(await slotsOn(operator, service, date)), ["09:00", "11:00"]);
  // A lecturer's time is shared by all services.
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

void test("Concurrent bookings of one slot result in one booking", async () => {
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

void test("The service's buffer is kept free before and after a session", async () => {
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

void test("Sessions of every service and length take the time of their lecturer, in whatever order they were booked", async () => {
  const operator = await anOperator(scopes);
  const [lu, mo] = [await aLecturer(operator), await aLecturer(operator, "Mo")];
  const long = await aService(operator, { lecturer_ids: [lu] });
  const short = await aService(operator, { name: "Half", duration_minutes: 30, lecturer_ids: [lu, mo] });
  const date = inDays(3);
  for (const time of ["11:00", "09:00"]) assertStatus(await book(operator, long, `${date}T${time}:00Z`), 201);
  assertStatus(await book(operator, short, `${date}T10:30:00Z`, { lecturer_id: lu }), 201);
  const free = async () =>
    (await slotsOn(operator, short, date)).map(({ starts_at, lecturer_ids }) => [
      starts_at.slice(11, 16),
      lecturer_ids.map((id) => (id === lu ? "Lu" : "Mo")).join(),
    ]);
  const expected = [
    ["09:00", "Mo"],
    ["09:30", "Mo"],
    ["10:00", "Lu,Mo"],
    ["10:30", "Mo"],
    ["11:00", "Mo"],
    ["11:30", "Mo"],
  ];
  assert.deepEqual(await free(), expected);
  assertStatus(await book(operator, short, `${date}T09:30:00Z`, { lecturer_id: mo }), 201);
  assert.deepEqual(
    await free(),
    expected.filter(([time]) => time !== "09:30"),
  );
});

void test("A session can be rescheduled, canceled and completed, which frees its old time", async () => {
  const operator = await anOperator(scopes);
  const service = await aService(operator);
  const date = inDays(2);
  const booking = (await book(operator, service, `${date}T09:00:00Z`)).json<Booking>();
  const step = (action: string, input: Json = {}, { id } = booking) =>
    operator.post(`/consulting_bookings/${id}/${action}`, input);
  const moved = await step("reschedule", { starts_at: `${date}T11:00:00Z` });
  assert.equal(moved.json<Booking>().starts_at, `${date}T11:00:00.000Z`, describeFailure(moved.body));
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
  const completed = await step("complete", { outcome: "no_show" });
  assert.equal(completed.json<Booking>().status, "no_show", describeFailure(completed.body));
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

void test("The school can limit the number of upcoming sessions per person", async () => {
  const operator = await anOperator(scopes);
  const service = await aService(operator);
  await operator.patch("/school/settings/limits", { settings: { open_bookings_per_member: 1 } });
  assert.equal((await book(operator, service, `${inDays(3)}T09:00:00Z`)).statusCode, 201);
  assert.equal(problemOf(await book(operator, service, `${inDays(3)}T10:00:00Z`)).code, "conflict");
  const other = await book(operator, service, `${inDays(3)}T10:00:00Z`, { email: "ben@harbour.example" });
  assert.equal(other.statusCode, 201);
});

void test("Bookings can be filtered by service, lecturer, person, status and time, and a booked service is archived", async () => {
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
