import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { standingAt } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { auditActions, outboxOf, setStatus } from "../../support/worlds/records.ts";
import {
  anOpenEvent,
  anEvent,
  aTicket,
  eventScopes,
  inHours,
  type Json,
  type Made,
  register,
} from "../support/an-event.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const aPerson = ({ site }: Operator) => site.member({ roles: ["student"] });

async function statusesOf(operator: Operator, query: string) {
  const response = await operator.get(`/event_registrations?sort=created_at&${query}`);
  assertStatus(response, 200);
  return response.json<{ data: Made[] }>().data.map(({ status }) => status);
}

void test("A new person is registered by email and becomes a student with an unclaimed account", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator);
  const fields = { email: `Ana-${event.id}@School.Example`, name: "Ana", ticket_id: ticket.id, quantity: 2 };
  const made = await register(operator, event, { ...fields, answers: { diet: "none" } });
  assert.deepEqual(
    [made["object"], made["status"], made["source"], made["quantity"], made["email"], made["name"], made["answers"]],
    ["event_registration", "registered", "manual", 2, fields.email, "Ana", { diet: "none" }],
  );
  assert.match(String(made["check_in_code"]), /^[A-HJKMNP-Z2-9]{10}$/);
  const emitted = (await outboxOf(operator.site)).find(({ type }) => type === "member.created");
  assert.deepEqual(
    [emitted!.data["id"], emitted!.data["roles"], emitted!.data["status"]],
    [made["member_id"], ["student"], "invited"],
  );
  const { event: second, ticket: secondTicket } = await anOpenEvent(operator, { name: "Second" });
  const again = { email: fields.email.toLowerCase(), ticket_id: secondTicket.id };
  assert.equal((await register(operator, second, again))["member_id"], made["member_id"]);
  assert.equal((await operator.get(`/events/${event.id}`)).json<Json>()["registered_count"], 2);
});

void test("Registrants are named to callers who may read people; other callers see their id", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator);
  const { id } = await register(operator, event, { email: `b-${event.id}@x.example`, ticket_id: ticket.id });
  for (const [scope, emitted] of [
    ["events:read", false],
    ["events:read members:read", true],
    ["events:read students:read", true],
  ] as const) {
    const reader = await operatorOf(operator.site, scope);
    const one = (await reader.get(`/event_registrations/${id}`)).json<Json>();
    const [listed] = (await reader.get(`/event_registrations?event_id=${event.id}`)).json<{ data: Json[] }>().data;
    for (const registration of [one, listed!]) {
      assert.equal("email" in registration && "name" in registration, emitted, scope);
      assert.ok("member_id" in registration);
    }
  }
  const writer = await operatorOf(operator.site, "events:write");
  const blind = await register(writer, event, { email: `c-${event.id}@x.example`, ticket_id: ticket.id });
  assert.ok(!("email" in blind));
});

void test("A registration needs a person, an open event and one of its tickets", async () => {
  const operator = await anOperator(eventScopes);
  const stranger = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator, {}, { per_order_max: 2 });
  const { ticket: other } = await anOpenEvent(operator, { name: "Other" });
  const suspended = await aPerson(operator);
  await setStatus(operator.site, suspended, "suspended");
  const member_id = operator.member.sub;
  const path = `/events/${event.id}/registrations`;
  for (const [fields, pointer] of [
    [{ ticket_id: ticket.id }, "/member_id"],
    [{ ticket_id: ticket.id, member_id, email: "a@x.example" }, "/member_id"],
    [{ ticket_id: ticket.id, member_id: stranger.member.sub }, "/member_id"],
    [{ ticket_id: ticket.id, member_id: suspended.sub }, "/member_id"],
    [{ ticket_id: other.id, member_id }, "/ticket_id"],
    [{ ticket_id: ticket.id, member_id, quantity: 3 }, "/quantity"],
  ] as const) {
    const refused = await operator.post(path, fields);
    assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, [pointer]]);
  }
  await register(operator, event, { ticket_id: ticket.id, member_id });
  const twice = await operator.post(path, { ticket_id: ticket.id, member_id });
  assert.deepEqual([twice.statusCode, problemOf(twice).code], [409, "already_exists"]);
  assert.equal((await operator.get(`/events/${event.id}`)).json<Json>()["registered_count"], 1, "Nothing is counted.");
  const draft = await anEvent(operator, { name: "Draft" });
  const early = await aTicket(operator, draft);
  const closed = await operator.post(`/events/${draft.id}/registrations`, { ticket_id: early.id, member_id });
  assert.deepEqual([closed.statusCode, problemOf(closed).code], [409, "invalid_state"]);
});

void test("A registration for an event that is not open is rejected with the reason and a suggestion", async () => {
  const operator = await anOperator(eventScopes);
  const event = await anEvent(operator);
  const ticket = await aTicket(operator, event);
  const refused = async () => {
    const fields = { ticket_id: ticket.id, member_id: operator.member.sub };
    const { detail, allowed } = (await operator.post(`/events/${event.id}/registrations`, fields)).json<Json>();
    return [detail, allowed];
  };
  assert.deepEqual(await refused(), ["The event is a draft. Publish it before you register people.", ["published"]]);
  await operator.post(`/events/${event.id}/publish`);
  const lasts = (from: number, to: number) =>
    database.run`
      update events set starts_at = ${inHours(from)}, ends_at = ${inHours(to)} where site_id = ${operator.site.id}`;
  await lasts(-2, -1);
  assert.deepEqual(await refused(), ["The event is ended. Registration is closed.", []]);
  await lasts(1, 2);
  assert.equal((await operator.post(`/events/${event.id}/cancel`)).statusCode, 200);
  assert.deepEqual(await refused(), ["The event is canceled. Registration is closed.", []]);
});

void test("Concurrent registrations fill exactly the available seats", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator, { waitlist_enabled: true, capacity: 7 }, { capacity: 5 });
  const second = await aTicket(operator, event, { name: "Standing" });
  const registerMany = (number: number, waitlist: boolean) =>
    operator.post(`/events/${event.id}/registrations`, {
      email: `p${number}-${event.id}@x.example`,
      ticket_id: number % 3 === 0 ? second.id : ticket.id,
      waitlist,
    });
  const answers = await Promise.all(Array.from({ length: 24 }, (_, number) => registerMany(number, number % 2 === 0)));
  const made = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json<Made>()["status"]);
  const refused = answers.filter(({ statusCode }) => statusCode !== 201).map(problemOf);
  assert.equal(made.filter((status) => status === "registered").length, 7);
  const others = refused.filter(({ status, code }) => status !== 409 || code !== "sold_out");
  assert.deepEqual(others, []);
  const { data } = (await operator.get(`/events/${event.id}/tickets`)).json<{ data: { sold: number }[] }>();
  const sold = data.map((each) => each.sold);
  assert.equal(sold[0]! + sold[1]!, 7);
  assert.ok(sold[0]! <= 5);
  assert.equal((await operator.get(`/events/${event.id}`)).json<Json>()["registered_count"], 7);
  assert.equal((await statusesOf(operator, "status=waitlisted&limit=200")).length, made.length - 7);
});

void test("Free seats go to the waitlist in order, to the first request that fits", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator, { waitlist_enabled: true }, { capacity: 2 });
  const wait = async (quantity: number) => {
    const { sub } = await aPerson(operator);
    return register(operator, event, { member_id: sub, ticket_id: ticket.id, quantity, waitlist: true });
  };
  const first = await wait(2);
  const [three, one, two] = [await wait(3), await wait(1), await wait(1)];
  assert.deepEqual(await statusesOf(operator, `event_id=${event.id}`), [
    "registered",
    "waitlisted",
    "waitlisted",
    "waitlisted",
  ]);
  const canceled = await operator.post(`/event_registrations/${first.id}/cancel`);
  assert.equal(canceled.json<Json>()["status"], "canceled");
  assert.deepEqual(await statusesOf(operator, `event_id=${event.id}`), [
    "canceled",
    "waitlisted",
    "registered",
    "registered",
  ]);
  assert.equal((await operator.patch(`/event_tickets/${ticket.id}`, { capacity: 5 })).statusCode, 200);
  assert.deepEqual(await statusesOf(operator, `event_id=${event.id}&status=waitlisted`), []);
  const promoted = (await outboxOf(operator.site)).filter(({ type }) => type === "event_registration.promoted");
  assert.deepEqual(
    promoted.map(({ objectId }) => objectId),
    [one.id, two.id, three.id],
  );
  const again = await operator.post(`/event_registrations/${first.id}/cancel`);
  assert.deepEqual([again.statusCode, problemOf(again).code], [409, "invalid_state"]);
});

void test("Without a waitlist a full event rejects registrations", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator, { capacity: 1 });
  await register(operator, event, { member_id: operator.member.sub, ticket_id: ticket.id });
  const { sub } = await aPerson(operator);
  const refused = await operator.post(`/events/${event.id}/registrations`, {
    member_id: sub,
    ticket_id: ticket.id,
    waitlist: true,
  });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "sold_out"]);
});

void test("An attendee is checked in by id or code, and repeating it has no effect", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator, { waitlist_enabled: true }, { capacity: 1 });
  const { event: elsewhere } = await anOpenEvent(operator, { name: "Elsewhere" });
  const here = await register(operator, event, { member_id: operator.member.sub, ticket_id: ticket.id });
  const { sub } = await aPerson(operator);
  const waits = await register(operator, event, { member_id: sub, ticket_id: ticket.id, waitlist: true });
  const check_in_code = String(here["check_in_code"]).toLowerCase();
  const wrong = await operator.post(`/events/${elsewhere.id}/check_in`, { check_in_code });
  assert.equal(wrong.statusCode, 404);
  const byCode = await operator.post(`/events/${event.slug}/check_in`, { check_in_code });
  assert.deepEqual([byCode.statusCode, byCode.json<Made>()["status"]], [200, "checked_in"]);
  const byId = await operator.post(`/event_registrations/${here.id}/check_in`);
  assert.deepEqual(byId.json<Made>(), byCode.json<Made>());
  const early = await operator.post(`/event_registrations/${waits.id}/check_in`);
  assert.deepEqual([early.statusCode, early.json<Json>()["allowed"]], [409, ["registered", "canceled"]]);
  assert.deepEqual(await statusesOf(operator, "checked_in=true"), ["checked_in"]);
  assert.deepEqual(await statusesOf(operator, "checked_in=false"), ["waitlisted"]);
  assert.equal((await operator.post(`/event_registrations/${here.id}/cancel`)).statusCode, 409);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "event_registration.checked_in");
  assert.equal(emitted.length, 1);
});

void test("Many are registered in one request, individually or atomically", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator, {}, { capacity: 2 });
  const row = (number: number) => ({ email: `m${number}-${event.id}@x.example`, ticket_id: ticket.id });
  const path = `/events/${event.id}/registrations/bulk`;
  const all = await operator.post(path, { operations: [row(1), row(2), row(3)], atomic: true });
  assertStatus(all, 422);
  assert.deepEqual(await statusesOf(operator, `event_id=${event.id}`), []);
  const each = await operator.post(path, { operations: [row(1), { ...row(2), quantity: 0 }, row(2), row(3)] });
  assertStatus(each, 200);
  const { results, summary } = each.json<{ results: { status: string; error?: { code: string } }[]; summary: Json }>();
  assert.deepEqual(
    results.map(({ status, error }) => error?.code ?? status),
    ["created", "validation_failed", "created", "sold_out"],
  );
  assert.deepEqual([summary["created"], summary["failed"]], [2, 2]);
  const many = await operator.post(path, { operations: Array.from({ length: 501 }, (_, number) => row(number)) });
  assert.deepEqual([many.statusCode, problemOf(many).code], [413, "too_many_rows"]);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "event_registration.created");
  assert.equal(emitted.length, 2);
});

void test("Registration changes are in the audit log", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator);
  const made = await register(operator, event, { member_id: operator.member.sub, ticket_id: ticket.id });
  await operator.post(`/event_registrations/${made.id}/cancel`);
  const again = await register(operator, event, { member_id: operator.member.sub, ticket_id: ticket.id });
  await operator.post(`/event_registrations/${again.id}/check_in`);
  const actions = (await auditActions(operator.site)).filter((action) => /[Rr]egist(er|ration)/.test(action));
  assert.deepEqual(actions.slice(-4), [
    "registerForEvent",
    "cancelRegistration",
    "registerForEvent",
    "checkInRegistration",
  ]);
});

void test("A registration can be canceled whatever the counters say", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator);
  const { id } = await register(operator, event, { ticket_id: ticket.id, email: "gus@school.example" });
  await database.run`update event_tickets set sold = 0 where site_id = ${operator.site.id}`;
  await database.run`update events set registered_count = 0 where site_id = ${operator.site.id}`;
  const canceled = await operator.post(`/event_registrations/${id}/cancel`);
  assertStatus(canceled, 200);
  const read = await operator.get(`/events/${event.id}?expand=tickets`);
  const { registered_count: taken, tickets } = read.json<{ registered_count: number; tickets: { sold: number }[] }>();
  assert.deepEqual([taken, tickets[0]!.sold], [0, 0]);
});

void test("A freed seat goes to the waitlist until the event starts, and not from then on", async () => {
  for (const [milliseconds, status] of [
    [-1, "registered"],
    [0, "waitlisted"],
  ] as const) {
    const operator = await anOperator(eventScopes);
    const startsAt = inHours(0.1);
    const { event, ticket } = await anOpenEvent(operator, { starts_at: startsAt, capacity: 1, waitlist_enabled: true });
    const { id } = await register(operator, event, { ticket_id: ticket.id, email: "first@school.example" });
    await register(operator, event, { ticket_id: ticket.id, email: "next@school.example", waitlist: true });
    await standingAt(new Date(Date.parse(startsAt) + milliseconds), async () =>
      assertStatus(await operator.post(`/event_registrations/${id}/cancel`), 200),
    );
    assert.deepEqual(await statusesOf(operator, `event_id=${event.id}`), ["canceled", status]);
  }
});
