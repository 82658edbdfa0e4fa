import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { aCoupon, aPricedCourse, inDays, redeem, scopes, tenOff } from "../support/made-coupons.ts";
import { type Json, type Made, make } from "../support/make.ts";

async function codesOf(operator: Operator, query: string) {
  const response = await operator.get(`/coupons?sort=code${query}`);
  assertStatus(response, 200);
  return response.json<{ data: { code: string }[] }>().data.map(({ code }) => code);
}

void test("A coupon is found by id, and by its code in any notation", async () => {
  const operator = await anOperator(scopes);
  const coupon = await aCoupon(operator, { code: "spring-25", name: "Spring" });
  assert.deepEqual(
    [coupon["object"], coupon["code"], coupon["status"], coupon["redeemed_count"], coupon["max_per_member"]],
    ["coupon", "SPRING-25", "active", 0, 1],
  );
  assert.deepEqual(
    [coupon["discount"], coupon["applies_to"], coupon["duration"], coupon["min_total"], coupon["member_ids"]],
    [tenOff.discount, { kind: "all" }, { kind: "once" }, null, null],
  );
  for (const which of [coupon.id, "SPRING-25", "Spring-25"]) {
    assert.equal((await operator.get(`/coupons/${which}`)).json<Made>().id, coupon.id);
  }
  const taken = await operator.post("/coupons", { code: "SPRING-25", ...tenOff });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "code_taken"]);
  const odd = await operator.post("/coupons", { code: "10 % off", ...tenOff });
  assert.deepEqual(problemOf(odd).pointers, ["/code"]);
  const other = await anOperator(scopes);
  assert.equal((await other.get("/coupons/SPRING-25")).statusCode, 404);
});

void test("Discounts, products, minimums and durations are returned as sent, and replaced as a whole", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const plan = await make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring" });
  const input = {
    discount: { kind: "amount", amount: { amount: 500, currency: "EUR" } },
    applies_to: {
      kind: "products",
      products: [
        { type: "membership_plan", id: plan.id },
        { type: "course", id: course.id },
      ],
    },
    min_total: { amount: 1000, currency: "EUR" },
    duration: { kind: "repeating", payments: 3 },
    member_ids: [operator.member.sub],
  };
  const coupon = await aCoupon(operator, input);
  for (const [field, value] of Object.entries(input)) assert.deepEqual(coupon[field], value);
  const changes = {
    discount: { kind: "free" },
    applies_to: { kind: "product_types", product_types: ["course"] },
    min_total: null,
    duration: { kind: "forever" },
    member_ids: null,
  };
  const changed = (await operator.patch("/coupons/spring", changes)).json<Json>();
  for (const [field, value] of Object.entries(changes)) assert.deepEqual(changed[field], value);
});

void test("A coupon refers to products and people of the site, and ends after it begins", async () => {
  const operator = await anOperator(scopes);
  const stranger = await anOperator(scopes);
  const foreign = await aPricedCourse(stranger);
  const refusals: [Json, string][] = [
    [
      { applies_to: { kind: "products", products: [{ type: "course", id: foreign.course.id }] } },
      "/applies_to/products/0/id",
    ],
    [{ member_ids: [operator.member.sub, stranger.member.sub] }, "/member_ids/1"],
    [{ starts_at: inDays(2), expires_at: inDays(1) }, "/expires_at"],
    [{ discount: { kind: "percent", percent: 101 } }, "/discount/percent"],
  ];
  for (const [fields, pointer] of refusals) {
    const refused = await operator.post("/coupons", { code: "X", ...tenOff, ...fields });
    assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, [pointer]]);
  }
  await aCoupon(operator, { starts_at: inDays(2) });
  const early = await operator.patch("/coupons/spring", { expires_at: inDays(1) });
  assert.deepEqual(problemOf(early).pointers, ["/expires_at"]);
});

void test("Coupons can be filtered by status, code, product and end time", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const used = await aCoupon(operator, { code: "USED", max_redemptions: 1 });
  await redeem(operator, used, course);
  await aCoupon(operator, { code: "OFF", enabled: false, expires_at: inDays(-1) });
  await aCoupon(operator, { code: "LATER", starts_at: inDays(1) });
  await aCoupon(operator, { code: "OVER", expires_at: inDays(-1) });
  await aCoupon(operator, {
    code: "ONE",
    expires_at: inDays(9),
    applies_to: { kind: "products", products: [{ type: "course", id: course.id }] },
  });
  await aCoupon(operator, { code: "KIND", applies_to: { kind: "product_types", product_types: ["event"] } });
  for (const [query, codes] of [
    ["", ["KIND", "LATER", "OFF", "ONE", "OVER", "USED"]],
    ["&status=active", ["KIND", "ONE"]],
    ["&status=disabled,expired", ["OFF", "OVER"]],
    ["&status=scheduled", ["LATER"]],
    ["&status=exhausted", ["USED"]],
    ["&code=one,Kind", ["KIND", "ONE"]],
    ["&product_type=course", ["ONE"]],
    ["&product_type=event", ["KIND"]],
    [`&product_id=${course.id}`, ["ONE"]],
    [`&expires_at[gte]=${inDays(1)}`, ["ONE"]],
    ["&expires_at[is]=null", ["KIND", "LATER", "USED"]],
  ] as const) {
    assert.deepEqual(await codesOf(operator, query), codes, query);
  }
  const byEnd = await operator.get("/coupons?sort=expires_at&limit=3");
  const { data, page } = byEnd.json<{ data: Made[]; page: { next_cursor: string } }>();
  assert.equal(data[2]!["code"], "ONE");
  const rest = await operator.get(`/coupons?sort=expires_at&limit=3&cursor=${page.next_cursor}`);
  assert.deepEqual(
    rest
      .json<{ data: Made[] }>()
      .data.map(({ code }) => code)

      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ["KIND", "LATER", "USED"],
  );
});

void test("The discount of a redeemed coupon is immutable, and deleting the coupon disables it", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const coupon = await aCoupon(operator);
  await redeem(operator, coupon, course);
  const path = `/coupons/${coupon.id}`;
  const refused = await operator.patch(path, { discount: { kind: "percent", percent: 90 } });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "coupon_redeemed"]);
  assert.equal((await operator.patch(path, { ...tenOff, expires_at: inDays(3) })).statusCode, 200);
  assert.equal((await operator.delete(path)).statusCode, 204);
  assert.equal((await operator.get(path)).json<Json>()["status"], "disabled");

  await aCoupon(operator, { code: "FRESH" });
  assert.equal((await operator.delete("/coupons/fresh")).statusCode, 204);
  assert.equal((await operator.get("/coupons/fresh")).statusCode, 404);
  await aCoupon(operator, { code: "FRESH" });
});

void test("Many coupons are generated in one request, each with a unique code", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const applies_to = { kind: "products", products: [{ type: "course", id: course.id }] };
  const fields = { count: 200, prefix: "gift-", length: 10, applies_to, max_redemptions: 1, ...tenOff };
  const response = await operator.post("/coupons/bulk_generate", fields);
  assertStatus(response, 200);
  const { data } = response.json<{ data: { id: string; code: string }[] }>();
  assert.equal(new Set(data.map(({ code }) => code)).size, 200);
  assert.ok(data.every(({ code }) => /^GIFT-[A-HJKMNP-Z2-9]{10}$/.test(code)));
  const one = (await operator.get(`/coupons/${data[199]!.code}`)).json<Json>();
  assert.deepEqual([one["id"], one["applies_to"], one["max_redemptions"]], [data[199]!.id, applies_to, 1]);
  const total = await operator.get(`/coupons?product_id=${course.id}&include_total=true&limit=1`);
  assert.equal(total.json<{ page: { total: number } }>().page.total, 200);
  const dry = await operator.post("/coupons/bulk_generate?dry_run=true", { ...fields, count: 2 });
  assertStatus(dry, 200);
  const many = await operator.post("/coupons/bulk_generate", { ...fields, count: 1001 });
  assert.deepEqual([many.statusCode, problemOf(many).code], [413, "too_many_rows"]);
  const created = (await outboxOf(operator.site)).filter(({ type }) => type === "coupon.created");
  assert.equal(created.length, 200);
});

void test("Coupon changes are in the audit log and emitted as events", async () => {
  const operator = await anOperator(scopes);
  const coupon = await aCoupon(operator, { external_id: "erp/7" });
  const twice = await operator.post("/coupons", { code: "OTHER", ...tenOff, external_id: "erp/7" });
  assert.deepEqual([twice.statusCode, problemOf(twice).code], [409, "already_exists"]);
  const { etag } = (await operator.get("/coupons/spring")).headers;
  const headers = { "if-match": String(etag) };
  assert.equal((await operator.patch("/coupons/spring", { metadata: { a: "1" } }, headers)).statusCode, 200);
  assert.equal((await operator.patch("/coupons/spring", { metadata: { a: "2" } }, headers)).statusCode, 412);
  await operator.delete("/coupons/spring");
  const actions = (await auditActions(operator.site)).filter((action) => action.endsWith("Coupon"));
  assert.deepEqual(actions, ["createCoupon", "updateCoupon", "deleteCoupon"]);
  const emitted = (await outboxOf(operator.site)).filter(({ objectId }) => objectId === coupon.id);
  assert.deepEqual(
    emitted.map(({ type }) => type),
    ["coupon.created", "coupon.updated", "coupon.updated"],
  );
});
