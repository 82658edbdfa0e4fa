import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { insertOrder, insertPayment, insertRefund } from "#domain/sales/orders/queries.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { AMember } from "../../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

type Json = Record<string, unknown>;

/** An imported order: a course for 1,000 Taiwan dollars, less 10%. */
async function anOrder({ site: { site } }: Operator, { id: memberId }: AMember, number: string, fields: object = {}) {
  const scope = { db: database, site };
  const product = { productType: "course_plan", productId: newId(), name: "Knots", quantity: 1 } as const;
  const order = { id: newId(), number, memberId, status: "paid", kind: "checkout", currency: "TWD" } as const;
  const sums = { subtotal: 1000, discountTotal: 100, total: 900, couponCode: "TENTH" };
  const line = { ...product, id: newId(), unitAmount: 1000, discountAmount: 100, amount: 900 };
  await insertOrder(scope, { ...order, ...sums, placedAt: now(), paidAt: now(), ...fields }, [line], now());
  return { id: formatId("order", order.id), uuid: order.id, productId: formatId("coursePlan", product.productId) };
}

async function aPayment({ site: { site } }: Operator, orderId: string, fields: object = {}): Promise<string> {
  const id = newId();
  const paid = { provider: "stripe", method: "card", status: "succeeded", amount: 900, currency: "TWD" } as const;
  await insertPayment({ db: database, site }, { id, orderId, ...paid, paidAt: now(), ...fields }, now());
  return id;
}

const dataOf = async (operator: Operator, path: string) => {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: (Json & { id: string })[] }>().data;
};

const ids = (rows: { id: string }[]) => rows.map((row) => row.id);

void test("An order is read with its items, and its buyer is named only to callers who may read members", async () => {
  const operator = await anOperator("orders:read members:read");
  const member = await operator.site.member({ name: "Ada" });
  const { id, productId } = await anOrder(operator, member, "A-1001");
  const order = (await operator.get(`/orders/${id}`)).json<Json>();
  assert.deepEqual(
    [order["object"], order["number"], order["status"], order["name"], order["email"]],
    ["order", "A-1001", "paid", "Ada", member.email],
  );
  assert.deepEqual(
    [order["subtotal"], order["discount_total"], order["total"], order["refunded_total"]],
    [1000, 100, 900, 0].map((amount) => ({ amount, currency: "TWD" })),
  );
  assert.deepEqual(order["coupon"], { id: null, code: "TENTH" });
  const [line] = order["line_items"] as Json[];
  assert.deepEqual(
    [line!["product_type"], line!["product_id"], line!["name"], line!["amount"]],
    ["course_plan", productId, "Knots", { amount: 900, currency: "TWD" }],
  );

  const bookkeeper = await operatorOf(operator.site, "orders:read");
  const anonymous = (await bookkeeper.get(`/orders/${id}`)).json<Json>();
  assert.ok(!("email" in anonymous) && !("name" in anonymous));
  assert.equal(anonymous["member_id"], formatId("member", member.id));
  assert.ok(!(await bookkeeper.get("/orders")).body.includes(member.email));
  const requested = await bookkeeper.get(`/orders?email=${encodeURIComponent(member.email)}`);
  assert.deepEqual([requested.statusCode, problemOf(requested).code], [403, "insufficient_scope"]);
  assert.equal((await bookkeeper.get(`/orders/${id}?expand=member`)).statusCode, 403);
  assert.equal((await (await anOperator("orders:read")).get(`/orders/${id}`)).statusCode, 404);
  assert.equal((await (await operatorOf(operator.site, "members:read")).get("/orders")).statusCode, 403);
});

void test("Orders can be filtered by number, person, product, coupon, provider, currency and amounts", async () => {
  const operator = await anOperator("orders:read members:read");
  const [ada, bo] = [await operator.site.member(), await operator.site.member()];
  const first = await anOrder(operator, ada, "A-1");
  const second = await anOrder(operator, bo, "A-2", {
    total: 5000,
    currency: "EUR",
    status: "pending",
    paidAt: null,
    couponCode: null,
  });
  await aPayment(operator, first.uuid, { provider: "ecpay" });
  const found = async (query: string) => (await dataOf(operator, `/orders?${query}`)).map(({ id }) => id);
  assert.deepEqual(await found("sort=created_at"), [first.id, second.id]);
  assert.deepEqual(await found("number=A-2"), [second.id]);
  assert.deepEqual(await found(`email=${encodeURIComponent(ada.email.toUpperCase())}`), [first.id]);
  assert.deepEqual(await found(`member_id=${formatId("member", bo.id)}`), [second.id]);
  assert.deepEqual(await found(`product_id=${first.productId}`), [first.id]);
  assert.deepEqual(await found("product_type=course_plan&sort=total"), [first.id, second.id]);
  assert.deepEqual(await found("product_type=bundle"), []);
  assert.deepEqual(await found("coupon_code=tenth"), [first.id]);
  assert.deepEqual(await found("provider=ecpay"), [first.id]);
  assert.deepEqual(await found("currency=EUR"), [second.id]);
  assert.deepEqual(await found("total[gte]=1000"), [second.id]);
  assert.deepEqual(await found("status=pending,paid&paid_at[is]=null"), [second.id]);
  const wrong = await operator.get("/orders?product_id=crs_01k9g2c8p4e6t0v3x5y7z9b1d3");
  assert.deepEqual([wrong.statusCode, problemOf(wrong).code], [400, "invalid_id"]);
});

void test("Payments and refunds are read on their own, with their order, and by filters", async () => {
  const operator = await anOperator("orders:read");
  const { id, uuid } = await anOrder(operator, await operator.site.member(), "A-9", { status: "partially_refunded" });
  const failed = await aPayment(operator, uuid, { status: "failed", paidAt: null });
  const paid = await aPayment(operator, uuid, {
    feeAmount: 27,
    cardBrand: "visa",
    cardLast4: "4242",
    createdAt: new Date(now().getTime() + 1000),
  });
  const refund = {
    id: newId(),
    orderId: uuid,
    paymentId: paid,
    status: "succeeded",
    amount: 300,
    currency: "TWD",
  } as const;
  await insertRefund({ db: database, site: operator.site.site }, { ...refund, reason: "too hard" }, now());

  const payment = (await operator.get(`/payments/${formatId("payment", paid)}`)).json<Json>();
  assert.deepEqual(
    [payment["amount"], payment["fee"], payment["card"]],
    [
      { amount: 900, currency: "TWD" },
      { amount: 27, currency: "TWD" },
      { brand: "visa", last4: "4242" },
    ],
  );
  const [failedId, paidId] = [failed, paid].map((one) => formatId("payment", one));
  assert.deepEqual(ids(await dataOf(operator, `/orders/${id}/payments`)), [paidId, failedId]);
  assert.deepEqual(ids(await dataOf(operator, "/payments?status=failed")), [failedId]);
  assert.deepEqual(ids(await dataOf(operator, `/payments?order_id=${id}&provider=stripe&paid_at[is]=not_null`)), [
    paidId,
  ]);
  const until = new Date(now().getTime() + day).toISOString();
  assert.deepEqual(ids(await dataOf(operator, `/payments?paid_at[lt]=${until}&sort=paid_at`)), [paidId]);
  const [refunded] = await dataOf(operator, `/refunds?order_id=${id}`);
  assert.deepEqual([refunded!["reason"], refunded!["payment_id"]], ["too hard", paidId]);
  assert.deepEqual((await operator.get(`/refunds/${refunded!.id}`)).json<Json>(), refunded);
  const whole = (await operator.get(`/orders/${id}?expand=payments,refunds`)).json<Record<string, { id: string }[]>>();
  assert.deepEqual([ids(whole["payments"]!), ids(whole["refunds"]!)], [[failedId, paidId], [refunded!.id]]);
  for (const path of [`/orders/${id}/payments`, `/payments/${paidId}`, `/refunds/${refunded!.id}`]) {
    assert.equal((await (await anOperator("orders:read")).get(path)).statusCode, 404, path);
  }
});
