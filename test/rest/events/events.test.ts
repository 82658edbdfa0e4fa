import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { runNotices } from "../../support/worlds/notices.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import {
  aTicket,
  anEvent,
  anOpenEvent,
  eventScopes,
  inHours,
  type Json,
  type Made,
  make,
  register,
} from "../support/an-event.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

async function namesOf(operator: Operator, query: string) {
  const response = await operator.get(`/events?sort=starts_at${query}`);
  assertStatus(response, 200);
  return response.json<{ data: { name: string }[] }>().data.map(({ name }) => name);
}

/** The texts in the inbox of the connected member. */
async function inboxOf({ site, member }: Operator) {
  await runNotices(site.site.id);
  return database.many<{ template: string; data: Record<string, string> }>`
    select template, data from notifications
     where site_id = ${site.site.id} and member_id = ${member.id} and topic = 'event_changed' order by id`;
}

void test("An event is read by id or slug, with tickets and lecturers on request", async () => {
  const operator = await anOperator(eventScopes);
  const lecturer = await make(operator, "/lecturers", { name: "Lu Wei" });
  const event = await anEvent(operator, {
    description_markdown: "Bring *gloves*",
    lecturer_ids: [lecturer.id],
    location: { name: "Pier 3", geo: { latitude: 25.1, longitude: 121.7 } },
    reminders: [60, 1440],
    online_url: "https://meet.example/x",
  });
  assert.deepEqual(
    [event["object"], event.slug, event["status"], event["registered_count"], event["time_zone"], event["visibility"]],
    ["event", "harbour-night", "draft", 0, "Asia/Taipei", "public"],
  );
  assert.deepEqual(
    [event["location"], event["reminders"], event["lecturer_ids"], event["description_html"]],
    [
      { name: "Pier 3", geo: { latitude: 25.1, longitude: 121.7 } },
      [60, 1440],
      [lecturer.id],
      "<p>Bring <em>gloves</em></p>\n",
    ],
  );
  const ticket = await aTicket(operator, event, { price: { amount: 900, currency: "EUR" } });
  const plain = (await operator.get(`/events/${event.id}`)).json<Json>();
  assert.ok(!("tickets" in plain) && !("lecturers" in plain));
  const whole = (await operator.get("/events/harbour-night?expand=tickets,lecturers")).json<Record<string, Made[]>>();
  assert.deepEqual(
    [whole["tickets"]!.map(({ id }) => id), whole["lecturers"]!.map(({ id }) => id)],
    [[ticket.id], [lecturer.id]],
  );
  const reader = await operatorOf(operator.site, "events:read");
  const refused = await reader.get("/events/harbour-night?expand=lecturers");
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
});

void test("Events can be filtered by status, format, lecturer, time and text", async () => {
  const operator = await anOperator(eventScopes);
  const lecturer = await make(operator, "/lecturers", { name: "Lu Wei" });
  await anEvent(operator, { name: "Draft", format: "hybrid", summary: "Fog signals" });
  await anOpenEvent(operator, { name: "Open", starts_at: inHours(48), ends_at: inHours(50) });
  await anOpenEvent(operator, {
    name: "Led",
    lecturer_ids: [lecturer.id],
    starts_at: inHours(72),
    ends_at: inHours(73),
  });
  const over = await anOpenEvent(operator, { name: "Over", starts_at: inHours(1), ends_at: inHours(2) });
  await operator.patch(`/events/${over.event.id}`, {
    starts_at: inHours(-2),
    ends_at: inHours(-1),
    notify_attendees: false,
  });
  for (const [query, names] of [
    ["", ["Over", "Draft", "Open", "Led"]],
    ["&status=draft", ["Draft"]],
    ["&status=published", ["Open", "Led"]],
    ["&status=ended,canceled", ["Over"]],
    ["&format=hybrid", ["Draft"]],
    [`&lecturer_id=${lecturer.id}`, ["Led"]],
    [`&starts_at[gte]=${inHours(47)}&starts_at[lt]=${inHours(49)}`, ["Open"]],
    ["&q=fog", ["Draft"]],
  ] as const) {
    assert.deepEqual(await namesOf(operator, query), names, query);
  }
});

void test("An event ends after it starts, in a valid time zone, with people of the site", async () => {
  const operator = await anOperator(eventScopes);
  const stranger = await anOperator(eventScopes);
  const foreign = await make(stranger, "/lecturers", { name: "Ines" });
  const fields = {
    name: "X",
    format: "online",
    starts_at: inHours(2),
    ends_at: inHours(3),
    time_zone: "Europe/Lisbon",
  };
  for (const [changes, pointer] of [
    [{ ends_at: inHours(1) }, "/ends_at"],
    [{ time_zone: "Mars/Base" }, "/time_zone"],
    [{ lecturer_ids: [foreign.id] }, "/lecturer_ids/0"],
    [{ category_id: "ect_01k9g2c8p4e6t0v3x5y7z9b1d3" }, "/category_id"],
    [{ online_url: "javascript:alert(1)" }, "/online_url"],
  ] as const) {
    const refused = await operator.post("/events", { ...fields, ...changes });
    assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, [pointer]]);
  }
});

void test("A draft can be published and a published event canceled; other transitions are rejected", async () => {
  const operator = await anOperator(eventScopes);
  const nowhere = await anEvent(operator, { format: "in_person", name: "Nowhere" });
  const unready = await operator.post(`/events/${nowhere.id}/publish`);
  assert.deepEqual(
    [unready.statusCode, problemOf(unready).code, problemOf(unready).pointers],
    [422, "not_publishable", ["/location"]],
  );
  const early = await operator.post(`/events/${nowhere.id}/cancel`);
  assert.deepEqual([early.statusCode, early.json<Json>()["allowed"]], [409, ["published"]]);
  const { event } = await anOpenEvent(operator);
  assert.equal((await operator.post(`/events/${event.id}/publish`)).statusCode, 409);
  const kept = await operator.delete(`/events/${event.id}`);
  assert.deepEqual([kept.statusCode, problemOf(kept).code], [409, "invalid_state"]);
  const canceled = (await operator.post(`/events/${event.id}/cancel`, { reason: "Storm" })).json<Json>();
  assert.deepEqual([canceled["status"], canceled["cancel_reason"]], ["canceled", "Storm"]);
  assert.equal((await operator.post(`/events/${event.id}/publish`)).statusCode, 409);
  assert.equal((await operator.delete(`/events/${nowhere.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/events/${nowhere.id}`)).statusCode, 404);
});

void test("Rescheduling a published event requires notify_attendees", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator);
  await register(operator, event, { member_id: operator.member.sub, ticket_id: ticket.id });
  const path = `/events/${event.id}`;
  const moved = { starts_at: "2030-03-01T11:30:00Z", ends_at: "2030-03-01T13:00:00Z" };
  const unsaid = await operator.patch(path, moved);
  assert.deepEqual([unsaid.statusCode, problemOf(unsaid).pointers], [422, ["/notify_attendees"]]);
  assert.equal((await operator.patch(path, { name: "Fog night" })).statusCode, 200, "The event is unchanged.");
  assert.equal((await operator.patch(path, { ...moved, notify_attendees: false })).statusCode, 200);
  assert.deepEqual(await inboxOf(operator), []);
  await operator.patch(path, { starts_at: "2030-03-01T11:00:00Z", notify_attendees: true });
  await operator.post(`${path}/cancel`, { reason: "Storm" });
  assert.deepEqual(await inboxOf(operator), [
    { template: "event_moved", data: { event: "Fog night", startsAt: "2030-03-01 19:00 (Asia/Taipei)" } },
    { template: "event_canceled", data: { event: "Fog night", reason: "Storm" } },
  ]);
});

void test("A ticket's capacity cannot be lower than its sales, and only unsold tickets are deleted", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator, { capacity: 5 });
  await register(operator, event, { member_id: operator.member.sub, ticket_id: ticket.id, quantity: 3 });
  const { data } = (await operator.get(`/events/${event.id}/tickets`)).json<{ data: Made[] }>();
  assert.deepEqual([data[0]!["sold"], data[0]!["price"], data[0]!["per_order_max"]], [3, null, 10]);
  for (const [path, fields] of [
    [`/event_tickets/${ticket.id}`, { capacity: 2 }],
    [`/events/${event.id}`, { capacity: 2 }],
  ] as const) {
    const refused = await operator.patch(path, fields);
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "capacity_below_sold"]);
  }
  assert.equal((await operator.patch(`/event_tickets/${ticket.id}`, { capacity: 3 })).statusCode, 200);
  const refusedDeletion = await operator.delete(`/event_tickets/${ticket.id}`);
  assert.deepEqual([refusedDeletion.statusCode, problemOf(refusedDeletion).code], [409, "has_dependents"]);
  const unused = await aTicket(operator, event, { name: "Late" });
  assert.equal((await operator.delete(`/event_tickets/${unused.id}`)).statusCode, 204);
  assert.equal((await operator.patch(`/event_tickets/${unused.id}`, { name: "x" })).statusCode, 404);
});

void test("An event is upserted by external id, and restored as a draft after a deletion", async () => {
  const operator = await anOperator(eventScopes);
  const path = "/events/by_external_id/cal%2F7";
  const fields = { name: "Sync", format: "online", starts_at: inHours(2), ends_at: inHours(3), time_zone: "UTC" };
  const made = await operator.put(path, fields);
  assert.deepEqual([made.statusCode, made.json<Json>()["created"]], [201, true]);
  const { id, slug } = made.json<Made>();
  assert.equal((await operator.put(path, { ...fields, name: "Synced" })).statusCode, 200);
  await operator.delete(`/events/${id}`);
  const other = await anEvent(operator, { slug });
  const back = await operator.put(path, fields);
  assert.deepEqual([back.statusCode, back.json<Made>().id, back.json<Json>()["status"]], [200, id, "draft"]);
  assert.notEqual(back.json<Made>().slug, other.slug);
  const taken = await operator.post("/events", { ...fields, external_id: "cal/7" });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "already_exists"]);
  const twice = await operator.post("/events", { ...fields, slug });
  assert.deepEqual([twice.statusCode, problemOf(twice).code], [409, "slug_taken"]);
});

void test("Event changes are in the audit log and emitted as events", async () => {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator);
  await operator.patch(`/event_tickets/${ticket.id}`, { name: "Early" });
  await operator.post(`/events/${event.id}/cancel`);
  const actions = (await auditActions(operator.site)).filter((action) => action.includes("Event"));
  assert.deepEqual(actions, ["createEvent", "createEventTicket", "publishEvent", "updateEventTicket", "cancelEvent"]);
  const emitted = (await outboxOf(operator.site)).filter(({ objectId }) => objectId === event.id);
  assert.deepEqual(
    emitted.map(({ type }) => type.split(".")[1]),
    ["created", "updated", "published", "updated", "canceled"],
  );
});
