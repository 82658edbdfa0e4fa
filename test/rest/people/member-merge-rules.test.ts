import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { rows } from "#database/statements/sql.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { setRoles, setStatus } from "../../support/worlds/records.ts";
import { aSite, buildProcess, siteAt } from "../../support/world.ts";
import { setUpApp } from "../../support/second-factors.ts";
import { anOpenEvent, eventScopes, register } from "../support/an-event.ts";
import { decide, mergeBoth, mergeLinkOf, requestMerge, twoMembers } from "../support/member-merges.ts";
import { type Operator, operatorOf, problemOf } from "../support/operator.ts";

const codesOf = (response: LightMyRequestResponse): string[] =>
  response.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code);

const send = (operator: Operator, from: { sub: string }, into: { sub: string }) =>
  operator.post(`/members/${from.sub}/merge`, { into_id: into.sub });

void describe("A merge of members is refused", () => {
  void test("with the member itself, and with members of other sites or unknown ones", async () => {
    const { operator, from } = await twoMembers();
    const same = await send(operator, from, from);
    assert.deepEqual([same.statusCode, problemOf(same).code, codesOf(same)], [409, "conflict", ["same_member"]]);
    const stranger = await (await aSite()).member();
    assert.equal((await send(operator, from, stranger)).statusCode, 404);
    assert.equal((await send(operator, stranger, from)).statusCode, 404);
  });

  void test("if one of both is suspended or removed, or the survivor has not accepted", async () => {
    const { operator, site, from, into } = await twoMembers();
    await setStatus(site, into, "suspended");
    assert.deepEqual(codesOf(await send(operator, from, into)), ["suspended"]);
    assert.deepEqual(codesOf(await send(operator, into, from)), ["suspended"]);
    await setStatus(site, into, "active");
    assertStatus(await operator.delete(`/members/${into.sub}`), 204);
    assert.deepEqual(codesOf(await send(operator, from, into)), ["removed"]);
    const added = await operator.post("/members", { email: `new-${from.email}`, roles: ["student"] });
    const invited = { sub: added.json<{ id: string }>().id, email: `new-${from.email}` };
    assert.deepEqual(codesOf(await send(operator, from, invited)), ["invited"]);
    assertStatus(await send(operator, invited, from), 200);
  });

  void test("if it would pass on a role or a lecturer profile", async () => {
    const { operator, site, from, into } = await twoMembers("members:read members:write lecturers:write");
    await setRoles(site, from, ["teaching_assistant", "student"]);
    const refused = await send(operator, from, into);
    assert.deepEqual(codesOf(refused), ["staff_role"]);
    assert.match(problemOf(refused).detail, /Leave them only the role student first/);
    await setRoles(site, from, ["student"]);
    const profile = await operator.post("/lecturers", { name: "Ana", member_id: from.sub });
    assertStatus(profile, 201);
    assert.deepEqual(codesOf(await send(operator, from, into)), ["lecturer_profile"]);
    assertStatus(await operator.patch(`/lecturers/${profile.json<{ id: string }>().id}`, { member_id: null }), 200);
    assertStatus(await send(operator, from, into), 200);
  });

  void test("if the member to merge has a second factor, which a mailed link must not go around", async () => {
    const { operator, site, from, into } = await twoMembers();
    const { browser } = await setUpApp(site, from);
    assert.deepEqual(codesOf(await send(operator, from, into)), ["second_factor"]);
    await browser.submit(await browser.open("/account/security/app/remove"), {}, "/account/security/app/remove");
    assertStatus(await send(operator, from, into), 200);
  });

  void test("to callers below one of the members, and without the scope", async () => {
    const { operator, site, from } = await twoMembers();
    const manager = await operatorOf(site, "members:read members:write", { roles: ["manager"] });
    const owner = operator.member;
    assert.equal(problemOf(await send(manager, from, owner)).code, "role_escalation");
    const reader = await operatorOf(site, "members:read");
    assert.equal(problemOf(await send(reader, from, manager.member)).code, "insufficient_scope");
  });

  void test("if both hold a ticket of an event, until one registration is canceled", async () => {
    const { operator, from, into } = await twoMembers(`members:write ${eventScopes}`);
    const { event, ticket } = await anOpenEvent(operator);
    const theirs = await register(operator, event, { ticket_id: ticket.id, member_id: from.sub });
    await register(operator, event, { ticket_id: ticket.id, member_id: into.sub });
    const refused = await send(operator, from, into);
    assert.deepEqual(codesOf(refused), ["same_ticket"]);
    assert.ok(problemOf(refused).detail.includes(theirs.id));
    assertStatus(await operator.post(`/event_registrations/${theirs.id}/cancel`), 200);
    const merged = await mergeBoth(operator, from, into);
    assert.deepEqual(merged.records, [
      { kind: "event_registrations", moved: 1, combined: 0, dropped: 0 },
      { kind: "notifications", moved: 1, combined: 0, dropped: 0 },
    ]);
    const { data } = (await operator.get(`/event_registrations?member_id=${into.sub}`)).json<{ data: unknown[] }>();
    assert.equal(data.length, 2);
  });

  void test("if both have an active subscription to one plan", async () => {
    const scope = "members:read members:write membership_plans:write subscriptions:write subscriptions:read";
    const { operator, from, into } = await twoMembers(scope);
    const made = await operator.post("/membership_plans", { name: "All", slug: "all", plan_type: "lifetime" });
    assertStatus(made, 201);
    const plan_id = made.json<{ id: string }>().id;
    await database.run`update membership_plans set status = 'active' where site_id = ${operator.site.site.id}`;
    for (const { sub } of [from, into]) {
      assertStatus(await operator.post("/subscriptions", { member_id: sub, plan_id }), 201);
    }
    const refused = await send(operator, from, into);
    assert.deepEqual(codesOf(refused), ["same_plan"]);
    assert.ok(problemOf(refused).detail.includes(plan_id));
  });

  void test("while another merge of one of both is pending", async () => {
    const { operator, site, from, into } = await twoMembers();
    const { id } = await requestMerge(operator, from, into);
    const third = await site.member();
    const refused = await send(operator, into, third);
    assert.deepEqual(codesOf(refused), ["pending_merge"]);
    assert.ok(problemOf(refused).detail.includes(id));
  });

  void test("if email to one of both bounced", async () => {
    const { operator, site, from, into } = await twoMembers();
    const { email } = into;
    const bounced = { id: newId(), email, emailKey: email, reason: "bounce", createdAt: now(), updatedAt: now() };
    await database.run`insert into suppressed_addresses ${rows({ siteId: site.site.id, ...bounced })}`;
    const refused = await send(operator, from, into);
    assert.deepEqual(codesOf(refused), ["bounced"]);
    assert.ok(problemOf(refused).detail.includes(into.sub));
    assertStatus(await operator.delete(`/suppressed_addresses/${formatId("suppressedAddress", bounced.id)}`), 204);
    assertStatus(await send(operator, from, into), 200);
  });

  void test("if the installation sends no email", async () => {
    const { operator, site, from, into } = await twoMembers();
    const silent = siteAt(site.site, buildProcess());
    const response = await silent.request("POST", `/api/v1/members/${from.sub}/merge`, {
      bearer: operator.bearer,
      payload: { into_id: into.sub },
    });
    assert.equal(problemOf(response).code, "invalid_state");
    assert.match(problemOf(response).detail, /sends no email/);
  });
});

void test("What stands in the way at the second confirmation stops the merge, and the link works again later", async () => {
  const { operator, site, from, into } = await twoMembers();
  await requestMerge(operator, from, into);
  assert.equal((await decide(operator, await mergeLinkOf(from))).status, 200);
  await setRoles(site, from, ["manager", "student"]);
  const link = await mergeLinkOf(into);
  const blocked = await decide(operator, link);
  assert.equal(blocked.status, 409);
  assert.match(blocked.body, /your link still works/);
  assert.equal((await operator.get(`/members/${from.sub}`)).statusCode, 200);
  await setRoles(site, from, ["student"]);
  assert.match((await decide(operator, link)).body, /Your records are merged/);
});

void test("A link stops working if the member signs in with another address since", async () => {
  const { operator, site, from, into } = await twoMembers();
  await requestMerge(operator, from, into);
  const link = await mergeLinkOf(from);
  // Staff can change the contact address, which proves nothing.
  assertStatus(await operator.patch(`/members/${from.sub}`, { email: `staff-${from.email}` }), 200);
  assert.equal((await site.browser().open(link)).status, 200);
  await database.run`
    update accounts set email = ${`moved-${from.email}`}, email_key = ${`moved-${from.email}`} where id = ${from.accountId}`;
  assert.equal((await site.browser().open(link)).status, 404);
});
