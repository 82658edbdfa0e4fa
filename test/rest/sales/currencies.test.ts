import assert from "node:assert/strict";
import { test } from "node:test";
import { anEvent } from "../support/an-event.ts";
import { make } from "../support/make.ts";
import { aService } from "../support/made-consulting.ts";
import { anOperator, problemOf } from "../support/operator.ts";

const scopes =
  "school:write courses:write digital_products:write events:write membership_plans:write coupons:write lecturers:write";

const discountOf = (amount: object) => ({ discount: { kind: "amount", amount } });
const euros = (amount: number) => ({ amount, currency: "EUR" });

void test("Prices are in the currencies of the school: others are refused, and the error names those allowed", async () => {
  const operator = await anOperator(scopes);
  await operator.patch("/school", { currencies: ["EUR", "USD", "TWD"], default_currency: "USD" });
  const course = await make(operator, "/courses", { name: "Knots" });
  const event = await anEvent(operator);
  const plan = await make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring" });
  const service = await aService(operator, { price: euros(5000) });
  const once = { name: "Once", plan_type: "one_time" };
  const priced: [path: string, fields: object, pointer: string][] = [
    [`/courses/${course.id}/plans`, { ...once, price: euros(4900) }, "/price/currency"],
    [`/events/${event.id}/tickets`, { name: "Seat", price: euros(900) }, "/price/currency"],
    [`/membership_plans/${plan.id}/pricings`, { price: euros(900), interval: "month" }, "/price/currency"],
    ["/digital_products", { name: "Charts", price: euros(900) }, "/price/currency"],
    ["/coupons", { code: "TEN", discount: { kind: "amount", amount: euros(10) } }, "/discount/amount/currency"],
  ];
  const made = [];
  for (const [path, fields] of priced) made.push(await make(operator, path, fields as Record<string, unknown>));

  await operator.patch("/school", { currencies: ["USD", "TWD"] });
  for (const [path, fields, pointer] of priced) {
    const refused = await operator.post(path, fields);
    const { code, pointers } = problemOf(refused);
    assert.deepEqual([code, pointers], ["validation_failed", [pointer]], path);
    assert.match(refused.body, /does not sell in EUR\. Expected one of USD, TWD/);
  }
  const minimum = { code: "MIN", discount: { kind: "percent", percent: 10 }, min_total: euros(10) };
  assert.deepEqual(problemOf(await operator.post("/coupons", minimum)).pointers, ["/min_total/currency"]);

  // What is priced already keeps its currency, and can get no other one that the school does not use.
  const yen = { amount: 900, currency: "JPY" };
  const [coursePlan, ticket, pricing, product, coupon] = made;
  for (const path of [
    `/course_plans/${coursePlan!.id}`,
    `/event_tickets/${ticket!.id}`,
    `/membership_pricings/${pricing!.id}`,
    `/digital_products/${product!.id}`,
    `/consulting_services/${service.id}`,
  ]) {
    const kept = await operator.patch(path, { price: euros(1900) });
    assert.equal(kept.statusCode, 200, `${path} ${kept.body}`);
    assert.deepEqual(problemOf(await operator.patch(path, { price: yen })).pointers, ["/price/currency"], path);
    assert.equal((await operator.patch(path, { price: { amount: 2900, currency: "TWD" } })).statusCode, 200, path);
  }
  const path = `/coupons/${coupon!.id}`;
  assert.equal((await operator.patch(path, discountOf(euros(12)))).statusCode, 200);
  assert.deepEqual(problemOf(await operator.patch(path, discountOf(yen))).pointers, ["/discount/amount/currency"]);
});
