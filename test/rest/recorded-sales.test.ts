import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../support/assert-status.ts";
import { anApiKey } from "../support/api-key.ts";
import { day, now } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { auditOf, outboxOf } from "../support/records.ts";
import { aPaidCourse, aPaidEvent } from "../pages/support/buyer.ts";
import { aPlan, aPrice } from "./support/made-subscriptions.ts";
import { type Json, make } from "./support/make.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "./support/operator.ts";

const accessScopes = "students:write subscriptions:write events:write digital_products:write";
const scopes = `school:write ${accessScopes} courses:read courses:write curriculum:write students:read events:read
  membership_plans:write subscriptions:read digital_products:read orders:read members:read`.replaceAll(/\s+/g, " ");

const usd = (amount: number) => ({ amount, currency: "USD" });
const eur = (amount: number) => ({ amount, currency: "EUR" });
const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();

interface Line extends Json {
  id: string;
  name: string;
}
interface Order extends Json {
  id: string;
  member_id: string;
  line_items: Line[];
}

const record = async (operator: Operator, body: Json): Promise<Order> => {
  const made = await make(operator, "/orders", body);
  return made as unknown as Order;
};
const list = async (operator: Operator, path: string) => {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: (Json & { id: string })[] }>().data;
};
const invoiceOf = ({ invoice }: Order) => (invoice as { number: string } | null)?.number;

const aSale = async (operator: Operator, fields: Json = {}) => {
  const { plan, id: course } = await aPaidCourse(operator);
  const body = { email: "ana@harbour.example", line_items: [{ product_id: plan }], ...fields };
  return { order: await record(operator, body), course };
};
const statusOf = async (operator: Operator, course: string) =>
  (await list(operator, `/enrollments?course_id=${course}`)).map(({ status }) => status);
const orderAt = async (operator: Operator, { id }: Order) => (await operator.get(`/orders/${id}`)).json<Order>();

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
    // Nobody charges the next month.
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
    // Nobody is told unless the sale says so.
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

    const rest = await make(operator, "/refunds", { order_id: order.id, revoke_access: true, external_id: "r/2" });
    assert.deepEqual(rest["amount"], usd(3000));
    assert.equal((await orderAt(operator, order))["status"], "refunded");
    assert.deepEqual(await statusOf(operator, course), ["revoked"]);
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
