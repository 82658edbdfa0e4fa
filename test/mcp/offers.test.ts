import assert from "node:assert/strict";
import { test } from "node:test";
import { anEvent, anOpenEvent, aTicket, eventScopes, inHours, type Made, make } from "../rest/support/an-event.ts";
import { anOperator, type Operator } from "../rest/support/operator.ts";

type Json = Record<string, unknown>;
const scopes = `${eventScopes} courses:write membership_plans:write`;
const eur = (amount: number) => ({ amount, currency: "EUR" });
const shown = (amount: string) => ({ amount, currency: "EUR" });

/** Returns the result of a tool called without a token. */
async function callTool({ site }: Operator, name: string, args: object): Promise<{ result: Json; isError: boolean }> {
  const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  const response = await site.request("POST", "/mcp", { payload, headers });
  const { result } = response.json<{ result: { structuredContent: Json; isError?: boolean } }>();
  return { result: result.structuredContent, isError: result.isError === true };
}
const namesIn = ({ result }: { result: Json }) => (result["data"] as Made[]).map(({ name }) => name);

void test("Agents see public events, upcoming ones first, without the address of a call", async () => {
  const operator = await anOperator(scopes);
  const secret = "https://meet.example/secret";
  const lecturer = await make(operator, "/lecturers", { name: "Lu Wei", title: "Rigger" });
  const fields = { capacity: 9, online_url: secret, lecturer_ids: [lecturer.id], description_markdown: "Gloves" };
  const { event, ticket } = await anOpenEvent(operator, fields, { price: eur(900), capacity: 4 });
  await anOpenEvent(operator, { name: "Unlisted", visibility: "unlisted" });
  await anOpenEvent(operator, { name: "Ours", visibility: "members_only" });
  await anEvent(operator, { name: "Draft" });
  const { event: later } = await anOpenEvent(operator, {
    name: "Later",
    starts_at: inHours(99),
    ends_at: inHours(100),
  });
  await aTicket(operator, event, { name: "Hidden", visible: false });
  await aTicket(operator, event, { name: "Gone", sale_ends_at: inHours(-1) });
  const registration = { member_id: operator.member.sub, ticket_id: ticket.id, quantity: 3 };
  await make(operator, `/events/${event.id}/registrations`, registration);

  assert.deepEqual(namesIn(await callTool(operator, "list_events", {})), ["Harbour night", "Later"]);
  assert.deepEqual(namesIn(await callTool(operator, "list_events", { from: inHours(50) })), ["Later"]);
  assert.deepEqual(namesIn(await callTool(operator, "list_events", { to: inHours(50) })), ["Harbour night"]);
  const { result } = await callTool(operator, "get_event", { event: "harbour-night" });
  assert.deepEqual(
    [result["seats_left"], result["status"], result["description_markdown"], result["tickets"], result["lecturers"]],
    [
      6,
      "published",
      "Gloves",
      [{ id: ticket.id, name: "Seat", price: shown("9.00"), seats_left: 1, checkout_url: null }],
      [{ id: lecturer.id, slug: "lu-wei", name: "Lu Wei", title: "Rigger" }],
    ],
  );
  assert.ok(!JSON.stringify(result).includes(secret));
  assert.equal((await callTool(operator, "get_event", { event: "unlisted" })).isError, false);
  for (const slug of ["ours", "draft"])
    assert.equal((await callTool(operator, "get_event", { event: slug })).isError, true);
  await operator.post(`/events/${later.id}/cancel`);
  assert.deepEqual(namesIn(await callTool(operator, "list_events", {})), ["Harbour night"]);
  assert.equal((await callTool(operator, "get_event", { event: later.id })).result["status"], "canceled");
});

void test("Agents see the offered plans with their prices, and the public courses", async () => {
  const operator = await anOperator(scopes);
  const course = await make(operator, "/courses", { name: "Draft course" });
  const plan = (fields: Json) =>
    make(operator, "/membership_plans", { plan_type: "recurring", status: "active", ...fields });
  const crew = await plan({ name: "Crew", trial_days: 7, benefits: { course_ids: [course.id] } });
  await plan({ name: "Invited", visible: false });
  await plan({ name: "Draft", status: "draft" });
  const monthly = await make(operator, `/membership_plans/${crew.id}/pricings`, { price: eur(900), interval: "month" });
  const off = { price: eur(1), interval: "day", active: false };
  await make(operator, `/membership_plans/${crew.id}/pricings`, off);

  const listed = await callTool(operator, "list_membership_plans", {});
  assert.deepEqual(namesIn(listed), ["Crew"]);
  const { result } = await callTool(operator, "get_membership_plan", { plan: "crew" });
  assert.deepEqual(result["pricings"], [
    { id: monthly.id, label: null, price: shown("9.00"), interval: "month", interval_count: 1 },
  ]);
  assert.deepEqual([result["trial_days"], result["courses"]], [7, []], "Drafts are not visible.");
  assert.equal((await callTool(operator, "get_membership_plan", { plan: "invited" })).isError, false);
  assert.equal((await callTool(operator, "get_membership_plan", { plan: "draft" })).isError, true);
});

void test("Plans and tickets are among the prices, for agents and in /pricing.md", async () => {
  const operator = await anOperator(scopes);
  const plan = await make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring", status: "active" });
  const quarterly = { price: eur(2500), interval: "month", interval_count: 3, label: "Quarter" };
  const pricing = await make(operator, `/membership_plans/${plan.id}/pricings`, quarterly);
  const { event, ticket } = await anOpenEvent(operator, {}, { price: { amount: 300, currency: "TWD" } });
  const { result } = await callTool(operator, "get_pricing", {});
  const origin = operator.site.origin;
  assert.deepEqual(result["data"], [
    {
      kind: "membership_plan",
      id: pricing.id,
      product: "Crew",
      plan: "Quarter",
      plan_type: "every_3_months",
      price: shown("25.00"),
      installments: null,
      url: `${origin}/membership-plans/crew`,
      checkout_url: null,
    },
    {
      kind: "event",
      id: ticket.id,
      product: "Harbour night",
      plan: "Seat",
      plan_type: "ticket",
      price: { amount: "3.00", currency: "TWD" },
      installments: null,
      url: `${origin}/events/${event.slug}`,
      checkout_url: null,
    },
  ]);
  const inTwd = await callTool(operator, "get_pricing", { currency: "TWD" });
  assert.deepEqual(
    (inTwd.result["data"] as Json[]).map(({ id }) => id),
    [ticket.id],
  );
  const { body } = await operator.site.get("/pricing.md");
  assert.match(body, /\| Quarter \| every 3 months \| EUR 25\.00 \|/);
  assert.match(body, /\| Seat \| ticket \| TWD 3\.00 \|/);
});
