import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import { aCoupon, aPricedCourse, inDays, redeem, scopes } from "../support/made-coupons.ts";
import { type Json, type Made, make } from "../support/make.ts";

void test("Redemptions are listed, with their orders for callers who may read orders", async () => {
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

void test("Validating a coupon returns the discount and does not redeem it", async () => {
  const operator = await anOperator(scopes);
  const { question } = await aPricedCourse(operator, 1005);
  await aCoupon(operator, { max_redemptions: 1 });
  for (let time = 0; time < 2; time++) {
    const answer = await operator.post("/coupons/validate", { code: "spring", ...question });
    assertStatus(answer, 200);
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

void test("A rejected coupon has a reason", async () => {
  const operator = await anOperator(scopes);
  const { course, question } = await aPricedCourse(operator);
  const other = await make(operator, "/courses", { name: "Sails" });
  const someone = await operator.site.member({ roles: ["student"] });
  const validate = async (code: string, memberId?: string) => {
    const answer = await operator.post("/coupons/validate", {
      code,
      ...question,
      ...(memberId && { member_id: memberId }),
    });
    assertStatus(answer, 200);
    const { valid, reason } = answer.json<Json>();
    assert.equal(valid, reason === null);
    return reason;
  };
  assert.equal(await validate("NOBODYS"), "unknown_code");
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
    assert.equal(await validate("case", someone.sub), reason);
    await operator.delete("/coupons/case");
  }

  const once = await aCoupon(operator, { code: "ONCE" });
  await redeem(operator, once, course, someone.id);
  assert.equal(await validate("ONCE", someone.sub), "used_up_by_member");
  assert.equal(await validate("ONCE", operator.member.sub), null);
  await aCoupon(operator, { code: "FIRST", first_purchase_only: true });
  assert.equal(await validate("FIRST", someone.sub), null);
  const [siteId, at] = [operator.site.site.id, now()];
  const order = {
    siteId,
    id: newId(),
    number: "1",
    memberId: someone.id,
    status: "paid",
    kind: "checkout",
    total: 900,
  };
  const times = { placedAt: at, paidAt: at, createdAt: at, updatedAt: at };
  const stored = { ...order, currency: "EUR", ...times };
  // A trial is an order that costs nothing.
  await database.run`insert into orders ${rows({ ...stored, id: newId(), number: "0", total: 0 })}`;
  assert.equal(await validate("FIRST", someone.sub), null);
  await database.run`insert into orders ${rows(stored)}`;
  assert.equal(await validate("FIRST", someone.sub), "not_first_purchase");
});

void test("Concurrent redemptions do not exceed a coupon's limit", async () => {
  const operator = await anOperator(scopes);
  const { course } = await aPricedCourse(operator);
  const coupon = await aCoupon(operator, { max_redemptions: 4, max_per_member: 100 });
  const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => redeem(operator, coupon, course)));
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 4);
  const { status, redeemed_count } = (await operator.get(`/coupons/${coupon.id}`)).json<Json>();
  assert.deepEqual([status, redeemed_count], ["exhausted", 4]);
  const types = (await outboxOf(operator.site)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "coupon.redeemed").length, 4);
  assert.equal(types.filter((type) => type === "coupon.exhausted").length, 1);
});
