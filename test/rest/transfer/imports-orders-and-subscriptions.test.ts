import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";
import { countsOf, csvOf, faultsOf, imported, ndjsonOf } from "../support/imports.ts";
import { aPlan, aPrice } from "../support/made-subscriptions.ts";
import { make } from "../support/make.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes =
  "school:read school:write orders:read members:read members:write subscriptions:read subscriptions:write " +
  "membership_plans:read membership_plans:write courses:read courses:write coupons:write";

const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();
const usd = (amount: number) => ({ amount, currency: "USD" });
const eur = (amount: number) => ({ amount, currency: "EUR" });

interface Listed {
  id: string;
  [field: string]: unknown;
}
const listed = async (operator: Operator, path: string) =>
  (await operator.get(`/${path}?limit=200&sort=created_at`)).json<{ data: Listed[] }>().data;

async function aShop(operator: Operator) {
  const plan = await aPlan(operator, { external_id: "crew", slug: "crew" });
  const price = await aPrice(operator, plan, { external_id: "crew-monthly" });
  const { sub, email } = await operator.site.member({ name: "Ana" });
  return { plan: plan.id, price: price.id, member: sub, email };
}

const orderOf = ({ email }: { email: string }) => ({
  external_id: "o-1",
  number: "2025-0001",
  member_email: email,
  placed_at: ago(30),
  paid_at: ago(29),
  coupon: { code: "spring" },
  line_items: [
    {
      product_type: "membership_pricing",
      product_external_id: "crew-monthly",
      name: "Crew, monthly",
      quantity: 2,
      unit_amount: eur(1500),
      discount_amount: eur(500),
    },
  ],
  payments: [
    { external_id: "p-1", provider: "stripe", method: "card", amount: eur(2500), paid_at: ago(29), fee: eur(70) },
  ],
  refunds: [{ external_id: "r-1", amount: eur(1000), reason: "Too late" }],
  metadata: { from: "shop" },
});

void describe("An import of orders", () => {
  void test("stores purchases, payments and refunds once", async () => {
    const operator = await anOperator(scopes);
    const shop = await aShop(operator);
    await make(operator, "/coupons", { code: "SPRING", discount: { kind: "percent", percent: 20 } });
    const body = { format: "ndjson", resource: "orders", inline: ndjsonOf(orderOf(shop)) };
    assert.deepEqual(countsOf(await imported(operator, body)), [1, 0, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 1, 0]);
    const [order] = await listed(operator, "orders");
    assert.deepEqual(
      [
        order!["status"],
        order!["kind"],
        order!["member_id"],
        order!["subtotal"],
        order!["discount_total"],
        order!["total"],
      ],
      ["partially_refunded", "external", shop.member, eur(3000), eur(500), eur(2500)],
    );
    assert.deepEqual([order!["refunded_total"], (order!["coupon"] as Listed)["code"]], [eur(1000), "SPRING"]);
    const [line] = order!["line_items"] as Listed[];
    assert.deepEqual([line!["product_id"], line!["quantity"], line!["amount"]], [shop.price, 2, eur(2500)]);
    const [payments, refunds] = [await listed(operator, "payments"), await listed(operator, "refunds")];
    assert.deepEqual([payments.length, refunds.length, payments[0]!["fee"]], [1, 1, eur(70)]);

    const rest = { external_id: "o-1", refunds: [{ external_id: "r-2", amount: eur(1500), created_at: ago(1) }] };
    const more = { ...body, inline: ndjsonOf(rest) };
    assert.deepEqual(countsOf(await imported(operator, more)), [0, 1, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, more)), [0, 0, 1, 0]);
    const [refunded] = await listed(operator, "orders");
    assert.deepEqual([refunded!["refunded_total"], refunded!["status"]], [eur(2500), "refunded"]);
    const back = await imported(operator, { ...body, inline: ndjsonOf({ number: "2025-0001", status: "paid" }) });
    assert.deepEqual(await faultsOf(operator, back), [["orders.ndjson:1", "invalid_state"]]);
    assert.ok(!(await outboxOf(operator.site)).some(({ type }) => type.startsWith("order.")));
  });

  void test("accepts the API's own JSON or a table, and emits events on request", async () => {
    const operator = await anOperator(scopes);
    const shop = await aShop(operator);
    const inline = ndjsonOf(orderOf(shop));
    await imported(operator, { format: "ndjson", resource: "orders", inline, emit_events: true });
    const types = (await outboxOf(operator.site)).map(({ type }) => type);
    assert.deepEqual(
      types.filter((type) => type.startsWith("order.")),
      ["order.created", "order.paid", "order.refunded"],
    );
    const again = ndjsonOf(...(await listed(operator, "orders")));
    assert.deepEqual(
      countsOf(await imported(operator, { format: "ndjson", resource: "orders", inline: again })),
      [0, 0, 1, 0],
    );
    const lines = JSON.stringify(orderOf(shop).line_items).replaceAll('"', '""');
    const table = csvOf(
      "number,email,placed_at,total.amount,total.currency,line_items",
      `2,${shop.email},${ago(1)},2400,EUR,"${lines}"`,
    );
    const job = await imported(operator, { format: "csv", resource: "orders", inline: table });
    assert.deepEqual([countsOf(job), await faultsOf(operator, job)], [[1, 0, 0, 0], []]);
    const second = (await listed(operator, "orders")).find((order) => order["number"] === "2");
    assert.deepEqual([second!["status"], second!["total"], second!["subtotal"]], ["pending", eur(2400), eur(3000)]);
  });

  void test("gives members what they paid for with fulfill, once, and reports what cannot be given", async () => {
    const operator = await anOperator(
      `${scopes} curriculum:write students:read students:write events:write digital_products:write`,
    );
    const [open, closed] = [await aPaidCourse(operator), await aPaidCourse(operator)];
    const { email, sub } = await operator.site.member();
    const order = (number: string, plan: string, fields: object = {}) => ({
      number,
      email,
      placed_at: ago(9),
      paid_at: ago(9),
      line_items: [{ product_type: "course_plan", product_id: plan, name: "Knots", unit_amount: usd(4900) }],
      ...fields,
    });
    const inline = ndjsonOf(
      order("S-1", open.plan),
      order("S-2", closed.plan, { paid_at: null }),
      order("S-3", open.plan),
    );
    const body = { format: "ndjson", resource: "orders", inline, fulfill: true };
    const job = await imported(operator, body);
    assert.deepEqual(countsOf(job), [2, 0, 0, 1]);
    assert.deepEqual(await faultsOf(operator, job), [["orders.ndjson:3", "/line_items/0 already_exists"]]);
    const enrollments = await listed(operator, "enrollments");
    const orders = await listed(operator, "orders");
    const paid = orders.find(({ number }) => number === "S-1")!;
    const [line] = paid["line_items"] as Listed[];
    assert.deepEqual(
      enrollments.map((one) => [one["student_id"], one["course_id"], one["source"]]),
      [[sub, open.id, "purchase"]],
    );
    assert.ok(line!["fulfilled_at"]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 2, 1]);
    const refund = await operator.post("/refunds", { order_id: paid.id, revoke_access: true });
    assertStatus(refund, 201);
    assert.deepEqual(
      (await listed(operator, "enrollments")).map(({ status }) => status),
      ["revoked"],
    );

    const clerk = await operatorOf(operator.site, "school:write");
    const refused = await clerk.post("/imports", body);
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
    const other = problemOf(await operator.post("/imports", { ...body, resource: "members" }));
    assert.deepEqual([other.status, other.pointers], [422, ["/fulfill"]]);
  });

  void test("reports each invalid row", async () => {
    const operator = await anOperator(scopes);
    const shop = await aShop(operator);
    const elsewhere = await anOperator(scopes);
    const foreign = await aShop(elsewhere);
    const fine = orderOf(shop);
    const [line] = fine.line_items;
    const bare = { ...fine, coupon: null, payments: [], refunds: [] };
    const wrong: [object, string][] = [
      [{ ...bare, member_email: undefined }, "/member_id required"],
      [{ ...bare, member_email: undefined, member_id: foreign.member }, "/member_id not_found"],
      [{ ...bare, number: undefined }, "/number required"],
      [{ ...bare, placed_at: undefined }, "/placed_at required"],
      [{ ...bare, total: { amount: 1, currency: "USD" } }, "/total/currency conflict"],
      [{ ...bare, total: { amount: 1.5, currency: "EUR" } }, "/total/amount invalid_type"],
      [
        { ...bare, line_items: [{ ...line, product_id: foreign.price, product_external_id: null }] },
        "/line_items/0/product_id not_found",
      ],
      [{ ...bare, line_items: [{ ...line, product_id: shop.plan }] }, "/line_items/0/product_id invalid_id"],
      [{ ...bare, line_items: [{ ...line, product_type: "bundle" }] }, "/line_items/0/product_type not_found"],
      [{ ...bare, line_items: [{ ...line, discount_amount: eur(9999) }] }, "/line_items/0/discount_amount too_big"],
      [{ ...bare, line_items: [{ ...line, unit_amount: 1500 }] }, "/line_items/0/unit_amount invalid_type"],
      [{ ...bare, status: "paid", paid_at: null }, "/paid_at required"],
      [{ ...bare, refunds: [{ amount: eur(1) }] }, "/refunds/0/external_id required"],
      [{ ...bare, refunds: [{ amount: eur(9000), external_id: "r" }] }, "/refunded_total/amount too_big"],
      [{ ...bare, payments: [{ amount: eur(1) }] }, "/payments/0/external_id required"],
      [{ ...bare, status: "refunded" }, "/status invalid_value"],
      [{ ...bare, line_items: [{ ...line, price: 1 }] }, "/line_items/0/price unknown_field"],
    ];
    const inline = ndjsonOf(...wrong.map(([row]) => row));
    const job = await imported(operator, { format: "ndjson", resource: "orders", inline });
    assert.deepEqual(
      await faultsOf(operator, job),
      wrong.map(([, fault], index) => [`orders.ndjson:${index + 1}`, fault]),
    );
    assert.deepEqual(await listed(operator, "orders"), []);
  });

  void test("needs school:write instead of a read scope", async () => {
    const site = await aSite();
    const inline = ndjsonOf({ number: "1" });
    for (const resource of ["orders", "comments", "form_submissions"]) {
      const reader = await operatorOf(site, "orders:read comments:read forms:read");
      const refused = await reader.post("/imports", { format: "ndjson", resource, inline });
      assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
      const writer = await operatorOf(site, "school:write");
      const accepted = await writer.post("/imports", { format: "ndjson", resource, inline });
      assertStatus(accepted, 202);
    }
  });
});

void describe("An import of subscriptions", () => {
  void test("stores subscriptions without charges", async () => {
    const operator = await anOperator(scopes);
    const { plan, price, member, email } = await aShop(operator);
    const inline = csvOf(
      "external_id,member_email,plan_slug,pricing_external_id,status,starts_at,current_period_start,current_period_end,ends_at,canceled_at,provider",
      `s-1,${email},crew,crew-monthly,active,${ago(100)},${ago(10)},${ago(-20)},,,stripe`,
      `s-0,${email},crew,,canceled,${ago(400)},,,${ago(200)},${ago(210)},`,
    );
    const body = { format: "csv", resource: "subscriptions", inline };
    const job = await imported(operator, body);
    assert.deepEqual([countsOf(job), await faultsOf(operator, job)], [[2, 0, 0, 0], []]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 2, 0]);
    const made = await listed(operator, "subscriptions");
    const [old, current] = made.toSorted((a, b) => String(a["external_id"]).localeCompare(String(b["external_id"])));
    assert.deepEqual(
      [current!["member_id"], current!["plan_id"], current!["pricing_id"], current!["source"], current!["provider"]],
      [member, plan, price, "import", "stripe"],
    );
    assert.deepEqual([old!["status"], current!["status"]], ["canceled", "active"]);
    const { subscriber_count: count } = (await operator.get(`/membership_plans/${plan}`)).json<Listed>();
    assert.equal(count, 1);
    const again = ndjsonOf(...made);
    const same = await imported(operator, { format: "ndjson", resource: "subscriptions", inline: again });
    assert.deepEqual(countsOf(same), [0, 0, 2, 0]);

    const ended = ndjsonOf({ external_id: "s-1", status: "expired", ends_at: ago(1) });
    assert.deepEqual(
      countsOf(await imported(operator, { format: "ndjson", resource: "subscriptions", inline: ended })),
      [0, 1, 0, 0],
    );
    const after = (await operator.get(`/membership_plans/${plan}`)).json<Listed>();
    assert.equal(after["subscriber_count"], 0);
    const back = ndjsonOf({ external_id: "s-1", status: "active" });
    const refused = await imported(operator, { format: "ndjson", resource: "subscriptions", inline: back });
    assert.deepEqual(await faultsOf(operator, refused), [["subscriptions.ndjson:1", "invalid_state"]]);
    assert.ok(!(await outboxOf(operator.site)).some(({ type }) => type.startsWith("subscription.")));
    assert.deepEqual(await listed(operator, "orders"), []);
  });

  void test("reports each invalid row", async () => {
    const operator = await anOperator(scopes);
    const { member, price } = await aShop(operator);
    const foreign = await aShop(await anOperator(scopes));
    const other = await aPlan(operator, { slug: "other", member_limit: 1 });
    const running = { status: "active", starts_at: ago(5), current_period_end: ago(-5) };
    const one = { member_id: member, plan_slug: "crew", ...running };
    const second = await operator.site.member();
    const wrong: [object, string][] = [
      [one, ""],
      [{ ...one, starts_at: ago(3), external_id: "twice" }, "already_subscribed"],
      [{ ...one, member_id: foreign.member }, "/member_id not_found"],
      [{ ...one, plan_slug: undefined, plan_id: foreign.plan }, "/plan_id not_found"],
      [{ ...one, member_id: second.sub, pricing_id: price, plan_slug: "other" }, "/pricing_id not_found"],
      [{ ...one, member_id: second.sub, current_period_end: null }, "/current_period_end required"],
      [{ ...one, member_id: second.sub, status: "trialing" }, "/trial_ends_at required"],
      [{ ...one, member_id: second.sub, status: "expired" }, "/ends_at required"],
      [{ ...one, member_id: second.sub, status: "gone" }, "/status invalid_value"],
      [{ ...one, member_id: second.sub, ends_at: ago(9) }, "/ends_at too_small"],
      [{ ...one, member_id: null }, "/member_id required"],
      [{ ...one, plan_slug: other["slug"] }, ""],
      [{ ...one, member_id: second.sub, plan_slug: other["slug"] }, "sold_out"],
    ];
    const inline = ndjsonOf(...wrong.map(([row]) => row));
    const job = await imported(operator, { format: "ndjson", resource: "subscriptions", inline });
    const expected = wrong.flatMap(([, fault], index) =>
      fault === "" ? [] : [[`subscriptions.ndjson:${index + 1}`, fault]],
    );
    assert.deepEqual(await faultsOf(operator, job), expected);
    assert.equal((await listed(operator, "subscriptions")).length, 2);
  });
});
