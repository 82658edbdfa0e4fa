import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { make } from "../support/make.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

import { scopes, usd, record, aSale, list, statusOf, orderAt } from "../support/recorded-sales.ts";

void describe("POST /refunds", () => {
  void test("records what was returned and ends the access if it says so", async () => {
    const operator = await anOperator(scopes);
    const { order, course } = await aSale(operator);
    const part = await make(operator, "/refunds", { order_id: order.id, amount: usd(1900), reason: "One week missed" });
    assert.deepEqual(
      [part["status"], part["amount"], part["reason"], part["order_id"]],
      ["succeeded", usd(1900), "One week missed", order.id],
    );
    const after = await orderAt(operator, order);
    assert.deepEqual([after["status"], after["refunded_total"]], ["partially_refunded", usd(1900)]);
    assert.deepEqual(await statusOf(operator, course), ["active"]);

    const ending = { revoke_access: true, reason: "Suspected fraud", external_id: "r/2" };
    const rest = await make(operator, "/refunds", { order_id: order.id, ...ending });
    assert.deepEqual(rest["amount"], usd(3000));
    assert.equal((await orderAt(operator, order))["status"], "refunded");
    assert.deepEqual(await statusOf(operator, course), ["revoked"]);
    const [ended] = await list(operator, `/enrollments?course_id=${course}`);
    assert.deepEqual([rest["reason"], ended!["revoke_reason"]], ["Suspected fraud", null]);
    const types = (await outboxOf(operator.site)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === "order.refunded").length, 2);
    assert.equal((await auditOf(operator.site)).filter(({ action }) => action === "recordRefund").length, 2);
    const nothing = problemOf(await operator.post("/refunds", { order_id: order.id }));
    assert.deepEqual([nothing.status, nothing.code], [409, "invalid_state"]);
  });

  void test("keeps access with revoke_access: false, and ends that of one line", async () => {
    const operator = await anOperator(scopes);
    const kept = await aSale(operator);
    await make(operator, "/refunds", { order_id: kept.order.id, revoke_access: false });
    assert.deepEqual(await statusOf(operator, kept.course), ["active"]);

    const [one, two] = [await aPaidCourse(operator), await aPaidCourse(operator)];
    const lines = [{ product_id: one.plan }, { product_id: two.plan, unit_amount: usd(100) }];
    const order = await record(operator, { email: "bo@harbour.example", line_items: lines });
    const vague = problemOf(
      await operator.post("/refunds", { order_id: order.id, amount: usd(50), revoke_access: true }),
    );
    assert.deepEqual([vague.code, vague.pointers], ["validation_failed", ["/line_item_id"]]);
    const line = order.line_items[1]!.id;
    const much = problemOf(
      await operator.post("/refunds", { order_id: order.id, line_item_id: line, amount: usd(101) }),
    );
    assert.deepEqual(much.pointers, ["/amount/amount"]);
    const refund = await make(operator, "/refunds", { order_id: order.id, line_item_id: line });
    assert.deepEqual(refund["amount"], usd(100));
    assert.deepEqual(await statusOf(operator, one.id), ["active"]);
    assert.deepEqual(await statusOf(operator, two.id), ["revoked"]);
  });

  void test("returns no more than is left of an order whose refunds were imported as a total", async () => {
    const operator = await anOperator(scopes);
    const { order } = await aSale(operator);
    const { site } = operator;
    await database.run`
      update orders set refunded_total = 4000, status = 'partially_refunded' where site_id = ${site.id}`;
    const much = problemOf(await operator.post("/refunds", { order_id: order.id, amount: usd(901) }));
    assert.deepEqual([much.status, much.pointers], [422, ["/amount/amount"]]);
    // The rest ends the access, which needs its scope.
    const clerk = await operatorOf(site, "school:write");
    assert.equal((await clerk.post("/refunds", { order_id: order.id, amount: usd(900) })).statusCode, 403);
    assert.deepEqual((await make(operator, "/refunds", { order_id: order.id }))["amount"], usd(900));
    assert.deepEqual((await orderAt(operator, order))["refunded_total"], usd(4900));
  });

  void test("needs the scope for the access that ends, and never records money that a provider returns", async () => {
    const operator = await anOperator(scopes);
    const { order, course } = await aSale(operator);
    const clerk = await operatorOf(operator.site, "school:write");
    const refused = await clerk.post("/refunds", { order_id: order.id });
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
    const { site } = operator;
    await database.run`update payments set provider = 'stripe', method = 'card' where site_id = ${site.id}`;
    const moved = problemOf(await operator.post("/refunds", { order_id: order.id }));
    assert.deepEqual([moved.status, moved.code], [409, "invalid_state"]);
    assert.match(moved.detail, /admin area/);
    await database.run`update payments set provider = 'external' where site_id = ${site.id}`;
    assertStatus(await clerk.post("/refunds", { order_id: order.id, revoke_access: false }), 201);
    assert.deepEqual(await statusOf(operator, course), ["active"]);
    const other = await anOperator(scopes);
    const foreign = problemOf(await other.post("/refunds", { order_id: order.id }));
    assert.deepEqual([foreign.status, foreign.pointers], [422, ["/order_id"]]);
  });
});
