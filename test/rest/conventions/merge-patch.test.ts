import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { anEvent, aTicket } from "../support/an-event.ts";
import { type Json, make } from "../support/make.ts";
import { anOperator, problemOf } from "../support/operator.ts";

const scopes = [
  "courses:read courses:write curriculum:read curriculum:write events:read events:write coupons:read coupons:write",
  "digital_products:read digital_products:write membership_plans:read membership_plans:write school:read school:write",
].join(" ");

const eur = (amount: number) => ({ amount, currency: "EUR" });

/** A change of one field and the expected state afterwards. */
const merges: readonly [kind: string, made: Json, change: Json, after: Json][] = [
  ["digital_products", { price: eur(900) }, { price: { amount: 1000 } }, { price: eur(1000) }],
  ["digital_products", { price: eur(900) }, { price: null }, { price: null }],
  [
    "digital_products",
    { access: { kind: "days", days: 30 } },
    { access: { days: 60 } },
    { access: { kind: "days", days: 60 } },
  ],
  [
    "digital_products",
    { access: { kind: "days", days: 30 } },
    { access: { kind: "lifetime" } },
    { access: { kind: "lifetime" } },
  ],
  [
    "courses",
    { access: { kind: "lifetime" } },
    { access: { kind: "days", days: 7 } },
    { access: { kind: "days", days: 7 } },
  ],
  ["courses", { seo: { title: "A", description: "B" } }, { seo: { title: null } }, { seo: { description: "B" } }],
  ["courses", { metadata: { a: "1", b: "2" } }, { metadata: { a: null } }, { metadata: { b: "2" } }],
  [
    "coupons",
    { code: "MERGED", discount: { kind: "amount", amount: eur(500) } },
    { discount: { amount: { amount: 700 } } },
    { discount: { kind: "amount", amount: eur(700) } },
  ],
  [
    "coupons",
    { code: "OTHER", discount: { kind: "amount", amount: eur(500) }, min_total: eur(900) },
    { discount: { kind: "percent", percent: 10 }, min_total: { amount: 1000 } },
    { discount: { kind: "percent", percent: 10 }, min_total: eur(1000) },
  ],
  [
    "courses",
    { access: { kind: "days", days: 3 } },
    { access: { kind: "until", until: "2034-01-01T00:00:00+08:00", days: null } },
    { access: { kind: "until", until: "2033-12-31T16:00:00.000Z" } },
  ],
  [
    "coupons",
    { code: "FREED", discount: { kind: "amount", amount: eur(500) } },
    { discount: { kind: "free", amount: null, percent: null } },
    { discount: { kind: "free" } },
  ],
  [
    "membership_plans",
    { plan_type: "lifetime", benefits: { all_courses: true, event_discount_percent: 10 } },
    { benefits: { event_discount_percent: 20 } },
    {
      benefits: {
        all_courses: true,
        course_ids: [],
        post_category_ids: [],
        digital_product_ids: [],
        event_discount_percent: 20,
      },
    },
  ],
];

for (const [kind, made, change, after] of merges) {
  void test(`A change of ${kind} merges ${JSON.stringify(change)}`, async () => {
    const operator = await anOperator(scopes);
    const { id } = await make(operator, `/${kind}`, kind === "coupons" ? made : { name: "Knots", ...made });
    const changed = await operator.patch(`/${kind}/${id}`, change);
    assertStatus(changed, 200);
    const read = (await operator.get(`/${kind}/${id}`)).json<Json>();
    assert.deepEqual(Object.fromEntries(Object.keys(after).map((name) => [name, read[name]])), after);
  });
}

void test("The location of an event, the price of a ticket and the video of a lecture are merged part by part", async () => {
  const operator = await anOperator(scopes);
  const event = await anEvent(operator, {
    format: "in_person",
    location: { name: "Pier 3", address: "1 Quay Street", geo: { latitude: 1, longitude: 2 } },
  });
  const moved = await operator.patch(`/events/${event.id}`, { location: { geo: { latitude: 3 }, address: null } });
  assert.deepEqual(moved.json<Json>()["location"], { name: "Pier 3", geo: { latitude: 3, longitude: 2 } });

  const ticket = await aTicket(operator, event, { price: eur(500) });
  const dearer = await operator.patch(`/event_tickets/${ticket.id}`, { price: { amount: 600 } });
  assert.deepEqual(dearer.json<Json>()["price"], eur(600));

  const course = await make(operator, "/courses", { name: "Knots" });
  const section = await make(operator, `/courses/${course.id}/sections`, { title: "One" });
  const video = { provider: "youtube", external_url: "https://www.youtube.com/watch?v=aqz-KE-bpKQ" };
  const lecture = await make(operator, `/sections/${section.id}/lectures`, { title: "Film", kind: "video", video });
  const chapters = [{ at_seconds: 3, title: "Begin" }];
  const cut = await operator.patch(`/lectures/${lecture.id}`, { video: { chapters } });
  assert.deepEqual(cut.json<Json>()["video"], { ...video, captions: [], chapters });
  const address = { provider: "hls", external_url: "https://films.example/knots.m3u8" };
  const other = await operator.patch(`/lectures/${lecture.id}`, { video: address });
  assert.deepEqual(other.json<Json>()["video"], { ...address, captions: [], chapters });
});

const refusals: readonly [change: Json, pointer: string, says: RegExp][] = [
  [{ price: { amount: -1 } }, "/price/amount", /at least 0/],
  [{ price: { currency: null } }, "/price/currency", /Expected a string/],
  [{ compare_at_price: { amount: 1200 } }, "/compare_at_price/currency", /required/i],
  [{ access: { kind: "lifetime", days: 3 } }, "/access/days", /does not belong to lifetime/],
  [{ access: { days: 0 } }, "/access/days", /at least 1/],
  [{ access: { kind: "until" } }, "/access/kind", /lifetime, days/],
];

for (const [change, pointer, message] of refusals) {
  void test(`A change is rejected if its result is invalid: ${JSON.stringify(change)}`, async () => {
    const operator = await anOperator(scopes);
    const made = { name: "Chart", price: eur(900), access: { kind: "days", days: 30 } };
    const { id } = await make(operator, "/digital_products", made);
    const { status, pointers, detail } = problemOf(await operator.patch(`/digital_products/${id}`, change));
    assert.deepEqual([status, pointers], [422, [pointer]]);
    assert.match(detail, message);
    const { price, access } = (await operator.get(`/digital_products/${id}`)).json<Json>();
    assert.deepEqual({ price, access }, { price: made.price, access: made.access });
  });
}

void test("A misspelled nested field is named", async () => {
  const operator = await anOperator(scopes);
  const { id } = await make(operator, "/digital_products", { name: "Chart", price: eur(900) });
  const { code, pointers } = problemOf(await operator.patch(`/digital_products/${id}`, { price: { amuont: 3 } }));
  assert.deepEqual([code, pointers], ["unknown_field", ["/price/amuont"]]);
});

void test("Bulk rows that change nothing are reported as unchanged and emit no event", async () => {
  const operator = await anOperator(scopes);
  const { id } = await make(operator, "/courses", { name: "Knots" });
  const events = (await outboxOf(operator.site)).length;
  const row = { op: "update", id, data: { name: "Knots" } };
  const answer = await operator.post("/courses/bulk", { operations: [row] });
  assert.equal(answer.json<{ results: { status: string }[] }>().results[0]!.status, "unchanged");
  assert.equal((await outboxOf(operator.site)).length, events);
});

void test("An upsert with the current values changes nothing", async () => {
  const operator = await anOperator(scopes);
  const put = () => operator.put("/courses/by_external_id/knots", { name: "Knots", tags: ["rope"] });
  const made = await put();
  const actions = await auditActions(operator.site);
  const again = await put();
  assert.deepEqual([made.statusCode, again.statusCode], [201, 200]);
  assert.equal(again.json<Json>()["updated_at"], made.json<Json>()["updated_at"]);
  assert.deepEqual(await auditActions(operator.site), actions);
});
