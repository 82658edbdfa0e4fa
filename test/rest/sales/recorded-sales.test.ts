import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { anApiKey } from "../../support/worlds/api-key.ts";
import { database } from "../../support/databases/database.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { aPaidCourse, aPaidEvent } from "../../pages/support/buyer.ts";
import { aPlan, aPrice } from "../support/made-subscriptions.ts";
import { type Json, make } from "../support/make.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

import { scopes, usd, eur, ago, type Order, record, list, invoiceOf } from "../support/recorded-sales.ts";

void describe("POST /orders", () => {
  void test("records a bank transfer, numbers its receipt and enrolls the buyer, who may be new", async () => {
    const operator = await anOperator(scopes);
    const { plan, id: course } = await aPaidCourse(operator);
    const order = await record(operator, {
      email: "ana@harbour.example",
      name: "Ana Lim",
      line_items: [{ product_id: plan }],
      provider_reference: "Transfer 4711",
      paid_at: ago(3),
      external_id: "bank/4711",
    });
    assert.deepEqual(
      [order["status"], order["kind"], order["total"], order["email"], order["name"]],
      ["paid", "manual", usd(4900), "ana@harbour.example", "Ana Lim"],
    );
    assert.deepEqual([order["paid_at"], order["placed_at"]], [order["paid_at"], order["paid_at"]]);
    assert.match(invoiceOf(order)!, /^\d{4}-000001$/);
    const [line] = order.line_items;
    assert.deepEqual([line!["product_id"], line!["amount"], line!.name], [plan, usd(4900), "Knots (Full)"]);
    const [enrollment] = await list(operator, `/enrollments?course_id=${course}`);
    assert.deepEqual(
      [enrollment!["student_id"], enrollment!["source"], enrollment!["status"]],
      [order.member_id, "purchase", "active"],
    );
    const stored = await database.one<{ sourceId: string }>`
      select source_id from enrollments where site_id = ${operator.site.id}`;
    assert.equal(formatId("orderLine", stored.sourceId), line!.id);
    const [payment] = await list(operator, `/payments?order_id=${order.id}`);
    assert.deepEqual(
      [
        payment!["provider"],
        payment!["method"],
        payment!["status"],
        payment!["amount"],
        payment!["provider_reference"],
      ],
      ["offline", "bank_transfer", "succeeded", usd(4900), "Transfer 4711"],
    );
    const types = new Set((await outboxOf(operator.site)).map(({ type }) => type));
    for (const type of ["order.created", "order.paid", "enrollment.created"]) assert.ok(types.has(type), type);
    const entry = (await auditOf(operator.site)).find(({ action }) => action === "recordSale");
    assert.deepEqual([entry!.resourceId, entry!.memberId], [order.id, operator.member.id]);
  });

  void test("gives tickets, memberships, downloads and sessions with the line as their source", async () => {
    const operator = await anOperator(scopes);
    const event = await aPaidEvent(operator);
    const membership = await aPlan(operator);
    const pricing = await aPrice(operator, membership, { price: usd(1500) });
    const product = await make(operator, "/digital_products", { name: "Charts", price: usd(900) });
    const buyer = await operator.site.member();
    const order = await record(operator, {
      member_id: buyer.sub,
      line_items: [
        { product_id: event.ticket, quantity: 2, discount_amount: usd(800) },
        { product_id: pricing.id },
        { product_id: product.id, unit_amount: usd(700), name: "Charts, gift" },
      ],
    });
    const [seat, term, charts] = order.line_items.map(({ id }) => id);
    assert.deepEqual([order["subtotal"], order["discount_total"], order["total"]], [12_000, 800, 11_200].map(usd));
    const [registration] = await list(operator, `/event_registrations?event_id=${event.id}`);
    assert.deepEqual(
      [registration!["quantity"], registration!["source"], registration!["status"]],
      [2, "purchase", "registered"],
    );
    const [subscription] = await list(operator, `/subscriptions?member_id=${buyer.sub}`);
    assert.deepEqual([subscription!["source"], subscription!["status"]], ["purchase", "active"]);
    // No one charges the next month.
    assert.equal(subscription!["ends_at"], subscription!["current_period_end"]);
    const [grant] = await list(operator, `/digital_products/${product.id}/grants`);
    assert.equal(grant!["source"], "purchase");
    const sources = await database.many<{ sourceId: string }>`
      select source_id::text from event_registrations where site_id = ${operator.site.id}
      union all select source_id::text from subscriptions where site_id = ${operator.site.id}
      union all select source_id::text from digital_product_grants where site_id = ${operator.site.id}`;
    const lines = await database.many<{ id: string }>`
      select id::text from order_lines where site_id = ${operator.site.id} order by position`;
    assert.deepEqual(
      sources.map(({ sourceId }) => sourceId),
      lines.map(({ id }) => id),
    );
    assert.equal(new Set([seat, term, charts]).size, 3);
    // No notification unless the sale says so.
    assert.deepEqual(await database.many`select id from notifications where site_id = ${operator.site.id}`, []);
  });

  void test("takes receipt numbers without gaps, and none for orders of another shop", async () => {
    const operator = await anOperator(scopes);
    const { plan } = await aPaidCourse(operator);
    const buy = (fields: Json) =>
      operator.post("/orders", { email: "one@harbour.example", line_items: [{ product_id: plan }], ...fields });
    const first = await buy({});
    assertStatus(first, 201);
    // The same person has the course: nothing is recorded, and the number stays free.
    const again = problemOf(await buy({}));
    assert.deepEqual([again.status, again.code, again.pointers], [409, "already_exists", ["/line_items/0"]]);
    const other = await record(operator, {
      email: "two@harbour.example",
      kind: "external",
      line_items: [{ product_id: plan }],
      number: "SHOP-1",
      invoice: { number: "R-77", url: "https://shop.example/r/77" },
    });
    assert.deepEqual([other["number"], invoiceOf(other), other["kind"]], ["SHOP-1", "R-77", "external"]);
    const dry = await operator.post("/orders?dry_run=true", {
      email: "three@harbour.example",
      line_items: [{ product_id: plan }],
    });
    assertStatus(dry, 200);
    const third = await record(operator, { email: "four@harbour.example", line_items: [{ product_id: plan }] });
    assert.deepEqual([invoiceOf(first.json<Order>())!.slice(5), invoiceOf(third)!.slice(5)], ["000001", "000002"]);
    assert.equal((await list(operator, "/orders")).length, 3);
    const taken = problemOf(await buy({ email: "five@harbour.example", number: "SHOP-1" }));
    assert.deepEqual([taken.status, taken.code], [409, "already_exists"]);
  });

  void test("replays a request with the same idempotency key", async () => {
    const operator = await anOperator(scopes);
    const { plan } = await aPaidCourse(operator);
    const body = { email: "ana@harbour.example", line_items: [{ product_id: plan }] };
    const send = () => operator.post("/orders", body, { "idempotency-key": "transfer-4711" });
    const [one, two] = [await send(), await send()];
    assert.deepEqual([one.statusCode, two.statusCode, two.headers["idempotency-replayed"]], [201, 201, "true"]);
    assert.equal(one.json<Order>().id, two.json<Order>().id);
    assert.equal((await list(operator, "/orders")).length, 1);
  });

  void test("needs school:write and the scope for the access, with a token or an API key", async () => {
    const operator = await anOperator(scopes);
    const { plan } = await aPaidCourse(operator);
    const body = { email: "ana@harbour.example", line_items: [{ product_id: plan }] };
    const refusal = async (granted: string, fields: Json = {}) => {
      const response = await (await operatorOf(operator.site, granted)).post("/orders", { ...body, ...fields });
      return [response.statusCode, response.headers["www-authenticate"]?.toString().match(/scope="([^"]*)"/)?.[1]];
    };
    assert.deepEqual(await refusal("students:write"), [403, "students:write school:write"]);
    assert.deepEqual(await refusal("school:write"), [403, "students:write school:write"]);
    assert.deepEqual((await list(operator, "/orders")).length, 0);
    assert.deepEqual(await refusal("school:write", { fulfill: false }), [201, undefined]);
    assert.deepEqual(await list(operator, "/enrollments"), []);

    const owner = await operator.site.member({ roles: ["owner"] });
    const { key } = await anApiKey(operator.site, owner, ["school:write", "students:write"]);
    const payload = { ...body, email: "bo@harbour.example" };
    const recorded = await operator.site.request("POST", "/api/v1/orders", { bearer: key, payload });
    assertStatus(recorded, 201);
    // Without members:read, the buyer is not named.
    assert.ok(!("email" in recorded.json<Order>()));
    assert.equal((await list(operator, "/enrollments")).length, 1);
  });

  void test("is in a currency of the school or of the price, unless another shop has sold", async () => {
    const operator = await anOperator(scopes);
    await operator.patch("/school", { currencies: ["USD", "TWD"], default_currency: "USD" });
    const product = await make(operator, "/digital_products", { name: "Charts", price: usd(900) });
    const sale = (fields: Json, unit?: object) =>
      operator.post("/orders", {
        email: "ana@harbour.example",
        fulfill: false,
        line_items: [{ product_id: product.id, ...(unit && { unit_amount: unit }) }],
        ...fields,
      });
    const refused = problemOf(await sale({}, eur(800)));
    assert.deepEqual([refused.code, refused.pointers], ["validation_failed", ["/line_items/0/unit_amount/currency"]]);
    assertStatus(await sale({ kind: "external" }, eur(800)), 201);
    await operator.patch("/school", { currencies: ["TWD"], default_currency: "TWD" });
    assertStatus(await sale({}), 201);
    assertStatus(await sale({}, usd(700)), 201);
    const orders = await list(operator, "/orders");
    assert.deepEqual(orders.map(({ total }) => total).toReversed(), [eur(800), usd(900), usd(700)]);
  });

  void test("refuses what does not fit, with a pointer", async () => {
    const operator = await anOperator(scopes);
    const { plan } = await aPaidCourse(operator);
    const event = await aPaidEvent(operator, { capacity: 1 });
    const line = { product_id: plan };
    const refused = async (fields: Json) => {
      const { code, pointers } = problemOf(
        await operator.post("/orders", { email: "ana@harbour.example", line_items: [line], ...fields }),
      );
      return [code, ...(pointers ?? [])];
    };
    const invalid = "validation_failed";
    assert.deepEqual(await refused({ email: undefined }), [invalid, "/member_id"]);
    assert.deepEqual(await refused({ paid_at: ago(-1) }), [invalid, "/paid_at"]);
    assert.deepEqual(await refused({ placed_at: ago(1), paid_at: ago(2) }), [invalid, "/placed_at"]);
    assert.deepEqual(await refused({ invoice: { number: "7" } }), [invalid, "/invoice"]);
    assert.deepEqual(await refused({ line_items: [{ ...line, quantity: 2 }] }), [invalid, "/line_items/0/quantity"]);
    const discount = { ...line, discount_amount: usd(5000) };
    assert.deepEqual(await refused({ line_items: [discount] }), [invalid, "/line_items/0/discount_amount/amount"]);
    const mixed = [line, { product_id: event.ticket, unit_amount: eur(100) }];
    assert.deepEqual(await refused({ line_items: mixed }), [invalid, "/line_items/1/unit_amount/currency"]);
    const unknown = { product_id: plan.replace(/.$/, (last) => (last === "0" ? "1" : "0")) };
    assert.deepEqual(await refused({ line_items: [unknown] }), [invalid, "/line_items/0/product_id"]);
    const full = { product_id: event.ticket, quantity: 2 };
    assert.deepEqual(await refused({ line_items: [line, full] }), ["sold_out", "/line_items/1"]);
    assert.deepEqual(await list(operator, "/enrollments"), []);
  });
});
