import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { anOpenEvent, eventScopes, register } from "../../rest/support/an-event.ts";
import { anOperator, operatorOf, problemOf } from "../../rest/support/operator.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { textOf } from "../support/asked.ts";

/** An event with two guests, and the browser of an owner. */
async function aDoor() {
  const operator = await anOperator(eventScopes);
  const { event, ticket } = await anOpenEvent(operator);
  const guest = (name: string, quantity = 1) =>
    register(operator, event, {
      // Digits and the letters a to f: a search for a name finds no other address.
      email: `${name.toLowerCase()}-${newId()}@x.example`,
      name,
      ticket_id: ticket.id,
      quantity,
    });
  const [ana, jose] = [await guest("Ana", 2), await guest("José")];
  const browser = () => operator.site.signedIn(operator.member);
  return { operator, event, ana, jose, browser, path: `/admin/events/${event.id}/check-in` };
}

void test("Staff at the door find guests by name or code, check them in with one tap, and undo it", async () => {
  const { operator, event, ana, browser, path } = await aDoor();
  const visitor = new Visitor(await browser());
  await visitor.open(`/admin/events/${event.id}`);
  await visitor.click("Check-in");
  visitor.sees("0 of 3 arrived", "Ana", "José", "2 seats");

  visitor.enter({ "Name, email or code": "jose" });
  await visitor.click("Search");
  visitor.sees("José").seesNot("Ana");
  await visitor.click("Check in: José");
  visitor.sees("José is checked in.", "1 of 3 arrived");
  await visitor.click("Undo: José");
  visitor.sees("The check-in of José was undone.", "0 of 3 arrived");

  await visitor.open(path);
  visitor.enter({ "Code of the ticket": ` ${String(ana["check_in_code"]).toLowerCase()} ` });
  await visitor.click("Check in");
  visitor.sees("Ana is checked in.", "2 of 3 arrived");
  await visitor.click("Not here yet");
  visitor.sees("José").seesNot("2 seats");
  assert.deepEqual(
    (await auditActions(operator.site)).filter((action) => /check/i.test(action)),
    ["checkInRegistration", "undoCheckInRegistration", "checkInByCode"],
  );

  visitor.enter({ "Code of the ticket": "WRONGCODE2" });
  await visitor.click("Check in");
  visitor.sees("No guest of this event has the code WRONGCODE2.");
});

void test("Two people at the door do not overwrite each other", async () => {
  const { ana, browser, path } = await aDoor();
  const [one, two] = [await browser(), await browser()];
  const [first, second] = [await one.open(path), await two.open(path)];
  const guest = ana.id;
  assert.match(textOf(await one.submit(first, { guest }, path)), /Ana is checked in\./);
  assert.match(textOf(await two.submit(second, { guest }, path)), /Ana was already checked in: /);

  const undo = /name="undo"\s+value="([^"]+)"/.exec((await one.open(path)).body)![1]!;
  const shown = await one.open(path);
  assert.match(textOf(await two.submit(await two.open(path), { undo }, path)), /The check-in of Ana was undone\./);
  await two.submit(await two.open(path), { guest }, path);
  const stale = await one.submit(shown, { undo }, path);
  assert.equal(stale.status, 409);
  assert.match(textOf(stale), /Another person changed this guest.*Nothing was undone/);
  assert.match(textOf(stale), /2 of 3 arrived/);
});

void test("The guest list names people only to callers who may read them, and finds codes for all", async () => {
  const { operator, event, ana, jose } = await aDoor();
  const list = async (query: string, scope = eventScopes) => {
    const reader = await operatorOf(operator.site, scope);
    const response = await reader.get(`/events/${event.slug}/guests?${query}`);
    assertStatus(response, 200);
    return response.json<{ guests: { id: string; name?: string }[]; seats: object }>();
  };
  assert.deepEqual(
    (await list("q=AN")).guests.map(({ id }) => id),
    [ana.id],
  );
  assert.deepEqual(
    (await list("q=jose")).guests.map(({ id }) => id),
    [jose.id],
  );
  assert.deepEqual((await list("q=jose", "events:read")).guests, []);
  const byCode = await list(`q=${String(jose["check_in_code"]).toLowerCase()}`, "events:read");
  assert.deepEqual(
    byCode.guests.map(({ id, name }) => [id, name]),
    [[jose.id, undefined]],
  );
  assert.deepEqual(byCode.seats, { expected: 3, checked_in: 0 });
});

void test("A check-in is undone once, and only for a guest who was checked in", async () => {
  const { operator, ana, jose } = await aDoor();
  assertStatus(await operator.post(`/event_registrations/${ana.id}/check_in`), 200);
  const undone = await operator.post(`/event_registrations/${ana.id}/undo_check_in`);
  assertStatus(undone, 200);
  const { status, checked_in_at } = undone.json<Record<string, unknown>>();
  assert.deepEqual([status, checked_in_at], ["registered", null]);
  assertStatus(await operator.post(`/event_registrations/${ana.id}/undo_check_in`), 200);
  assertStatus(await operator.post(`/event_registrations/${jose.id}/cancel`), 200);
  const refused = problemOf(await operator.post(`/event_registrations/${jose.id}/undo_check_in`));
  assert.deepEqual([refused.status, refused.code], [409, "invalid_state"]);
});
