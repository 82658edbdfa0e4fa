import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/sql.ts";
import { redeemCoupon } from "#domain/coupons/redeem-coupon.ts";
import { newId, parseId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { auditActions, outboxOf } from "../support/records.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "./support/operator.ts";

const scopes = "coupons:read coupons:write courses:read courses:write membership_plans:write members:read";
type Json = Record<string, unknown>;
interface Made extends Json {
  id: string;
}

const tenOff = { discount: { kind: "percent", percent: 10 } };
const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString();

async function make(operator: Operator, path: string, fields: Json): Promise<Made> {
  const response = await operator.post(path, fields);
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Made>();
}
const aCoupon = (operator: Operator, fields: Json = {}) =>
  make(operator, "/coupons", { code: "SPRING", ...tenOff, ...fields });

async function codesOf(operator: Operator, query: string) {
  const response = await operator.get(`/coupons?sort=code${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ data: { code: string }[] }>().data.map(({ code }) => code);
}

async function aPricedCourse(operator: Operator, amount = 1000) {
  const course = await make(operator, "/courses", { name: "Knots" });
  const price = { amount, currency: "EUR" };
  const plan = await make(operator, `/courses/${course.id}/plans`, { name: "Once", plan_type: "one_time", price });
  return { course, plan, question: { product_type: "course", product_id: course.id, plan_id: plan.id } };
}

/** As a paid order will do it. */
function redeem({ site, member }: Operator, coupon: Made, course: Made, memberId = member.id) {
  const product = { type: "course", id: parseId("course", course.id)! } as const;
  return database.transaction((db) =>
    redeemCoupon(
      { db, site: site.site, caller: { kind: "system" }, now: now(), requestId: null, address: null },
      {
        couponId: parseId("coupon", coupon.id)!,
        product,
        price: { amount: 1000, currency: "EUR" },
        memberId,
        orderId: null,
      },
    ),
  );
}

void test("A coupon is found by its id, and by its code however it is typed", async () => {
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

void test("Discounts, products, minima and durations are told as they were given, and replaced whole", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const plan = await make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring" });
  const given = {
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
  const coupon = await aCoupon(operator, given);
  for (const [field, value] of Object.entries(given)) assert.deepEqual(coupon[field], value);
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

void test("A coupon is for products and people of the site, and ends after it begins", async () => {
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

void test("Coupons are found by state, code, product and the time that they end", async () => {
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

void test("What a redeemed coupon takes off is fixed, and deleting it disables it", async () => {
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

void test("Uses are listed, the order of each for whoever may read orders", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const coupon = await aCoupon(operator);
  await redeem(operator, coupon, course);
  const path = "/coupons/spring/redemptions";
  const [use] = (await operator.get(path)).json<{ data: Made[] }>().data;
  assert.deepEqual(
    [use!["object"], use!["coupon_id"], use!["member_id"], use!["amount"]],
    ["coupon_redemption", coupon.id, operator.member.sub, { amount: 100, currency: "EUR" }],
  );
  assert.ok(!("order_id" in use!));
  const accountant = await operatorOf(operator.site, "coupons:read orders:read");
  const [seen] = (await accountant.get(path)).json<{ data: Made[] }>().data;
  assert.equal(seen!["order_id"], null);
  assert.deepEqual((await operator.get(`${path}?member_id=mbr_01k9g2c8p4e6t0v3x5y7z9b1d3`)).json<Json>()["data"], []);
});

void test("A question whether a coupon is accepted is answered with what it takes off, and uses nothing up", async () => {
  const operator = await anOperator(scopes);
  const { question } = await aPricedCourse(operator, 1005);
  await aCoupon(operator, { max_redemptions: 1 });
  for (let time = 0; time < 2; time++) {
    const answer = await operator.post("/coupons/validate", { code: "spring", ...question });
    assert.equal(answer.statusCode, 200, answer.body);
    const { valid, reason, price, discount_amount, total } = answer.json<Json>();
    assert.deepEqual([valid, reason], [true, null]);
    assert.deepEqual(
      [price, discount_amount, total],
      [1005, 101, 904].map((amount) => ({ amount, currency: "EUR" })),
    );
  }
  await aCoupon(operator, { code: "BIG", discount: { kind: "amount", amount: { amount: 99_999, currency: "EUR" } } });
  const big = (await operator.post("/coupons/validate", { code: "BIG", ...question })).json<Json>();
  assert.deepEqual(big["total"], { amount: 0, currency: "EUR" });
  const { plan_id: _, ...unpriced } = question;
  const open = (await operator.post("/coupons/validate", { code: "BIG", ...unpriced })).json<Json>();
  assert.deepEqual([open["valid"], open["total"]], [true, null]);
  const foreign = await operator.post("/coupons/validate", {
    code: "BIG",
    ...question,
    product_id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3",
  });
  assert.deepEqual([foreign.statusCode, problemOf(foreign).pointers], [422, ["/product_id"]]);
  const mixed = await operator.post("/coupons/validate", { code: "BIG", ...question, product_type: "event" });
  assert.deepEqual([mixed.statusCode, problemOf(mixed).code], [400, "invalid_id"]);
  const unsold = await operator.post("/coupons/validate", {
    code: "BIG",
    ...question,
    plan_id: "cpl_01k9g2c8p4e6t0v3x5y7z9b1d3",
  });
  assert.deepEqual(problemOf(unsold).pointers, ["/plan_id"]);
});

void test("A coupon that is not accepted says why", async () => {
  const operator = await anOperator(scopes);
  const { course, question } = await aPricedCourse(operator);
  const other = await make(operator, "/courses", { name: "Sails" });
  const someone = await operator.site.member({ roles: ["student"] });
  const ask = async (code: string, memberId?: string) => {
    const answer = await operator.post("/coupons/validate", {
      code,
      ...question,
      ...(memberId && { member_id: memberId }),
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const { valid, reason } = answer.json<Json>();
    assert.equal(valid, reason === null);
    return reason;
  };
  assert.equal(await ask("NOBODYS"), "unknown_code");
  const cases: [Json, string][] = [
    [{ enabled: false }, "disabled"],
    [{ starts_at: inDays(1) }, "scheduled"],
    [{ expires_at: inDays(-1) }, "expired"],
    [{ applies_to: { kind: "products", products: [{ type: "course", id: other.id }] } }, "other_product"],
    [{ applies_to: { kind: "product_types", product_types: ["event"] } }, "other_product"],
    [{ discount: { kind: "amount", amount: { amount: 1, currency: "USD" } } }, "other_currency"],
    [{ min_total: { amount: 1001, currency: "EUR" } }, "total_too_low"],
    [{ member_ids: [operator.member.sub] }, "other_member"],
  ];
  for (const [fields, reason] of cases) {
    await aCoupon(operator, { code: "CASE", ...fields });
    assert.equal(await ask("case", someone.sub), reason);
    await operator.delete("/coupons/case");
  }

  const once = await aCoupon(operator, { code: "ONCE" });
  await redeem(operator, once, course, someone.id);
  assert.equal(await ask("ONCE", someone.sub), "used_up_by_member");
  assert.equal(await ask("ONCE", operator.member.sub), null);
  await aCoupon(operator, { code: "FIRST", first_purchase_only: true });
  assert.equal(await ask("FIRST", someone.sub), null);
  const [siteId, at] = [operator.site.site.id, now()];
  const order = { siteId, id: newId(), number: "1", memberId: someone.id, status: "paid", kind: "checkout" };
  const times = { placedAt: at, paidAt: at, createdAt: at, updatedAt: at };
  await database.run`insert into orders ${rows({ ...order, currency: "EUR", ...times })}`;
  assert.equal(await ask("FIRST", someone.sub), "not_first_purchase");
});

void test("Of many who use a coupon at once no more get it than it is good for", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const coupon = await aCoupon(operator, { max_redemptions: 4, max_per_member: 100 });
  const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => redeem(operator, coupon, course)));
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 4);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      assert.ok(outcome.reason instanceof Problem && outcome.reason.code === "conflict");
  }
  const { status, redeemed_count } = (await operator.get(`/coupons/${coupon.id}`)).json<Json>();
  assert.deepEqual([status, redeemed_count], ["exhausted", 4]);
  const types = (await outboxOf(operator.site)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "coupon.redeemed").length, 4);
  assert.equal(types.filter((type) => type === "coupon.exhausted").length, 1);
});

void test("Many coupons are made at once, each with a code of its own", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const applies_to = { kind: "products", products: [{ type: "course", id: course.id }] };
  const fields = { count: 300, prefix: "gift-", length: 10, applies_to, max_redemptions: 1, ...tenOff };
  const response = await operator.post("/coupons/bulk_generate", fields);
  assert.equal(response.statusCode, 200, response.body);
  const { data } = response.json<{ data: { id: string; code: string }[] }>();
  assert.equal(new Set(data.map(({ code }) => code)).size, 300);
  assert.ok(data.every(({ code }) => /^GIFT-[A-HJKMNP-Z2-9]{10}$/.test(code)));
  const one = (await operator.get(`/coupons/${data[299]!.code}`)).json<Json>();
  assert.deepEqual([one["id"], one["applies_to"], one["max_redemptions"]], [data[299]!.id, applies_to, 1]);
  const total = await operator.get(`/coupons?product_id=${course.id}&include_total=true&limit=1`);
  assert.equal(total.json<{ page: { total: number } }>().page.total, 300);
  const dry = await operator.post("/coupons/bulk_generate?dry_run=true", { ...fields, count: 2 });
  assert.equal(dry.statusCode, 200, dry.body);
  const many = await operator.post("/coupons/bulk_generate", { ...fields, count: 1001 });
  assert.deepEqual([many.statusCode, problemOf(many).code], [413, "too_many_rows"]);
  const created = (await outboxOf(operator.site)).filter(({ type }) => type === "coupon.created");
  assert.equal(created.length, 300);
});

void test("What happens to coupons is in the audit log and told as events", async () => {
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
  const told = (await outboxOf(operator.site)).filter(({ objectId }) => objectId === coupon.id);
  assert.deepEqual(
    told.map(({ type }) => type),
    ["coupon.created", "coupon.updated", "coupon.updated"],
  );
});
