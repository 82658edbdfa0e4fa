import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { lockRow, inTurn } from "../support/at-once.ts";
import { countsOf, imported, ndjsonOf } from "../support/imports.ts";
import { aPlan, aPrice } from "../support/made-subscriptions.ts";
import { type Json, type Made, make } from "../support/make.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { parseId } from "#domain/platform/ids.ts";

const scopes =
  "school:read school:write orders:read members:read members:write membership_plans:read membership_plans:write " +
  "coupons:read coupons:write courses:read courses:write";

const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();
const eur = (amount: number) => ({ amount, currency: "EUR" });

/** A school with a coupon for 20% off, and a customer. */
async function aShop(fields: Json = {}) {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator, { external_id: "crew" });
  await aPrice(operator, plan, { external_id: "crew-monthly" });
  const coupon = await make(operator, "/coupons", {
    code: "SPRING",
    discount: { kind: "percent", percent: 20 },
    ...fields,
  });
  return { operator, plan, coupon, buyer: await operator.site.member({ name: "Ana" }) };
}

const orderOf = ({ email }: { email: string }, number: string, fields: Json = {}) => ({
  number,
  member_email: email,
  placed_at: ago(30),
  paid_at: ago(29),
  coupon: { code: "spring" },
  line_items: [
    {
      product_type: "membership_pricing",
      product_external_id: "crew-monthly",
      name: "Crew, monthly",
      unit_amount: eur(1500),
      discount_amount: eur(300),
    },
  ],
  ...fields,
});

const bring = (operator: Operator, ...orders: object[]) =>
  imported(operator, { format: "ndjson", resource: "orders", inline: ndjsonOf(...orders) });

const couponOf = async (operator: Operator, code = "SPRING") => (await operator.get(`/coupons/${code}`)).json<Made>();
const usesOf = async (operator: Operator, code = "SPRING") =>
  (await operator.get(`/coupons/${code}/redemptions?sort=created_at`)).json<{ data: Made[] }>().data;
const countOf = async (operator: Operator, code?: string) => (await couponOf(operator, code))["redeemed_count"];

void describe("An imported order with a coupon", () => {
  void test("redeems it when paid, once, however often it is imported", async () => {
    const { operator, coupon, buyer } = await aShop();
    const order = orderOf(buyer, "1");
    assert.deepEqual(countsOf(await bring(operator, order)), [1, 0, 0, 0]);
    const uses = await usesOf(operator);
    const { id: orderId } = (await operator.get("/orders")).json<{ data: Made[] }>().data[0]!;
    const redemptions = uses.map(({ coupon_id, member_id, order_id, amount, created_at }) => [
      coupon_id,
      member_id,
      order_id,
      amount,
      created_at,
    ]);
    assert.deepEqual(redemptions, [[coupon.id, buyer.sub, orderId, eur(300), order.paid_at]]);
    const after = await couponOf(operator);
    assert.deepEqual([after["redeemed_count"], after["status"]], [1, "active"]);
    assert.deepEqual(countsOf(await bring(operator, order)), [0, 0, 1, 0]);
    assert.deepEqual([await usesOf(operator), await couponOf(operator)], [uses, after]);

    const changed = await operator.patch("/coupons/SPRING", { discount: { kind: "percent", percent: 90 } });
    assert.deepEqual([changed.statusCode, problemOf(changed).code], [409, "coupon_redeemed"]);
    assert.equal((await operator.delete("/coupons/SPRING")).statusCode, 204);
    assert.equal((await couponOf(operator))["status"], "disabled");
  });

  void test("redeems it if it was ever paid, also if refunded later", async () => {
    const { operator, buyer } = await aShop({ max_per_member: 1 });
    const used = [
      orderOf(buyer, "paid"),
      orderOf(buyer, "part", { refunds: [{ external_id: "a", amount: eur(200) }] }),
      orderOf(buyer, "back", { refunds: [{ external_id: "b", amount: eur(1200) }] }),
      orderOf(buyer, "bank", { status: "disputed" }),
    ];
    const unused = ["pending", "expired", "failed", "canceled"].map((status) =>
      orderOf(buyer, status, { status, paid_at: null }),
    );
    assert.deepEqual(countsOf(await bring(operator, ...used, ...unused)), [8, 0, 0, 0]);
    assert.equal(await countOf(operator), 4);
    const paid = { number: "pending", status: "paid", paid_at: ago(1) };
    assert.deepEqual(countsOf(await bring(operator, paid)), [0, 1, 0, 0]);
    const uses = await usesOf(operator);
    assert.deepEqual([uses.length, uses.at(-1)!["created_at"], await countOf(operator)], [5, paid.paid_at, 5]);
    const question = { product_type: "membership_plan", product_id: (await plansOf(operator))[0]!.id };
    const query = { code: "SPRING", ...question, member_id: buyer.sub };
    const answer = (await operator.post("/coupons/validate", query)).json<Json>();
    assert.equal(answer["reason"], "used_up_by_member");
  });

  void test("is accepted although the coupon is used up, with a warning", async () => {
    const { operator, buyer } = await aShop({ max_redemptions: 2 });
    const body = { format: "ndjson", resource: "orders", emit_events: true };
    const inline = ndjsonOf(...["1", "2", "3"].map((number) => orderOf(buyer, number)));
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline })), [3, 0, 0, 0]);
    const coupon = await couponOf(operator);
    assert.deepEqual([coupon["redeemed_count"], coupon["status"]], [3, "exhausted"]);
    assert.equal((await operator.get("/coupons?status=exhausted")).json<{ data: Made[] }>().data.length, 1);
    const emitted = (await outboxOf(operator.site)).map(({ type }) => type);
    const times = (wantedType: string) => emitted.filter((type) => type === wantedType).length;
    assert.deepEqual([times("coupon.redeemed"), times("coupon.exhausted")], [3, 1]);
    const same = await operator.patch("/coupons/SPRING", { name: "Spring", max_redemptions: 2 });
    assertStatus(same, 200);
    const fewer = await operator.patch("/coupons/SPRING", { max_redemptions: 1 });
    assert.equal(problemOf(fewer).code, "capacity_below_sold");
    assert.equal((await operator.patch("/coupons/SPRING", { max_redemptions: 4 })).statusCode, 200);
    await bring(operator, orderOf(buyer, "4"));
    assert.equal((await outboxOf(operator.site)).filter(({ type }) => type === "coupon.redeemed").length, 3);
  });

  void test("updates the redemption when its coupon, buyer or discount changes", async () => {
    const { operator, buyer } = await aShop();
    const other = await operator.site.member({ name: "Bo" });
    await make(operator, "/coupons", { code: "SUMMER", discount: { kind: "free" } });
    await bring(operator, orderOf(buyer, "1"));
    const [before] = await usesOf(operator);
    await bring(operator, { number: "1", member_email: other.email, discount_total: eur(250) });
    const [use] = await usesOf(operator);
    assert.deepEqual(
      [use!.id, use!["member_id"], use!["amount"], await countOf(operator)],
      [before!.id, other.sub, eur(250), 1],
    );
    await bring(operator, { number: "1", coupon: { code: "summer" } });
    assert.deepEqual([await countOf(operator), await countOf(operator, "SUMMER")], [0, 1]);
    await bring(operator, { number: "1", coupon: null });
    assert.deepEqual([await usesOf(operator), await usesOf(operator, "SUMMER")], [[], []]);
    assert.deepEqual([await countOf(operator), await countOf(operator, "SUMMER")], [0, 0]);
    await bring(operator, orderOf(buyer, "2", { coupon: { code: "autumn" } }));
    await make(operator, "/coupons", { code: "AUTUMN", discount: { kind: "free" } });
    await bring(operator, orderOf(buyer, "2", { coupon: { code: "autumn" } }));
    assert.equal(await countOf(operator, "AUTUMN"), 1);
  });

  void test("supports a dry run without a redemption", async () => {
    const { operator, buyer } = await aShop();
    const inline = ndjsonOf(orderOf(buyer, "1"));
    await imported(operator, { format: "ndjson", resource: "orders", inline, dry_run: true });
    assert.deepEqual([await usesOf(operator), await countOf(operator)], [[], 0]);
  });

  void test("keeps the redemption after its buyer is erased, without a name", async () => {
    const { operator, buyer } = await aShop();
    await bring(operator, orderOf(buyer, "1"));
    const erasing = { confirm_email: buyer.email, reason: "Asked by mail" };
    assert.equal((await operator.post(`/members/${buyer.sub}/erase`, erasing)).statusCode, 202);
    await runJobsOf(operator.site.site);
    const [use] = await usesOf(operator);
    assert.notEqual(use!["member_id"], buyer.sub);
    assert.deepEqual([await countOf(operator), use!["amount"]], [1, eur(300)]);
  });

  void test("and a concurrent deletion of its coupon are both correct, in either order", async () => {
    for (const isFirst of [true, false]) {
      const { operator, buyer, coupon } = await aShop();
      const begun = await operator.post("/imports", {
        format: "ndjson",
        resource: "orders",
        inline: ndjsonOf(orderOf(buyer, "1")),
      });
      assertStatus(begun, 202);
      const lock = await lockRow(operator, { table: "coupons", id: parseId("coupon", coupon.id)! });
      const bringing = () => runJobsOf(operator.site.site);
      const deleting = () => operator.delete("/coupons/SPRING");
      await (isFirst ? inTurn(lock, bringing, deleting) : inTurn(lock, deleting, bringing));
      const found = await operator.get("/coupons/SPRING");
      const [order] = (await operator.get("/orders")).json<{ data: Made[] }>().data;
      if (isFirst) {
        const { status, redeemed_count } = found.json<Json>();
        assert.deepEqual([found.statusCode, status, redeemed_count], [200, "disabled", 1]);
        assert.deepEqual(order!["coupon"], { id: coupon.id, code: "SPRING" });
      } else {
        assert.equal(found.statusCode, 404);
        assert.deepEqual(order!["coupon"], { id: null, code: "SPRING" });
      }
    }
  });
});

const plansOf = async (operator: Operator) => (await operator.get("/membership_plans")).json<{ data: Made[] }>().data;
