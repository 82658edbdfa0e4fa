import assert from "node:assert/strict";
import { test } from "node:test";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { day, now } from "../../support/clock.ts";
import { countsOf, faultsOf, imported, ndjsonOf } from "../support/imports.ts";
import { make } from "../support/make.ts";
import { aPlan, aPrice } from "../support/made-subscriptions.ts";
import { anOperator } from "../support/operator.ts";

const scopes =
  "school:write members:read members:write students:read students:write courses:read courses:write curriculum:write " +
  "subscriptions:read subscriptions:write membership_plans:read membership_plans:write orders:read events:write " +
  "digital_products:read digital_products:write storage:write";

const usd = (amount: number) => ({ amount, currency: "USD" });

const line = (type: string, id: string) => ({
  product_type: type,
  product_id: id,
  name: "Knots",
  unit_amount: usd(4900),
});

const order = (number: string, email: string, paid_at: string, line_items: object[]) => ({
  number,
  email,
  placed_at: paid_at,
  paid_at,
  line_items,
});

const termOf = ({ status, starts_at, expires_at }: Record<string, unknown>) => [status, starts_at, expires_at];

const after = (start: string | Date, days: number) => new Date(new Date(start).getTime() + days * day).toISOString();

const at = (days: number) => new Date(now().getTime() + days * day);

void test("Access of an imported order starts when the order was paid, and its term counts from there", async () => {
  const operator = await anOperator(scopes);
  const [early, late] = [at(-60).toISOString(), at(-10)];
  const course = await aPaidCourse(operator);
  const access = { kind: "days", days: 30 };
  const { id: plan } = await make(operator, `/courses/${course.id}/plans`, {
    name: "A month",
    plan_type: "one_time",
    price: usd(4900),
    access,
  });
  const crew = await aPlan(operator);
  const monthly = await aPrice(operator, crew, { price: usd(1500) });
  const [ana, bo] = [await operator.site.member({ name: "Ana" }), await operator.site.member({ name: "Bo" })];
  const inline = ndjsonOf(
    order("1", ana.email, late.toISOString(), [line("course_plan", plan), line("membership_pricing", monthly.id)]),
    order("2", bo.email, early, [line("course_plan", plan), line("membership_pricing", monthly.id)]),
  );
  const job = await imported(operator, { format: "ndjson", resource: "orders", inline, fulfill: true });
  assert.deepEqual(countsOf(job), [2, 0, 0, 0]);

  const list = async (path: string) => (await operator.get(path)).json<{ data: Record<string, unknown>[] }>().data;
  const enrollments = await list("/enrollments?sort=created_at");
  const of = (sub: string) => enrollments.filter(({ student_id }) => student_id === sub).map(termOf);
  assert.deepEqual(of(ana.sub), [["active", late.toISOString(), after(late, 30)]]);
  assert.deepEqual(of(bo.sub), [["expired", early, after(early, 30)]]);
  const subscriptions = await list("/subscriptions");
  assert.deepEqual(
    subscriptions.map(({ starts_at }) => starts_at),
    [late.toISOString()],
    "A membership that has ended since is not given again.",
  );
});

void test("An older order that is imported after a newer one changes nothing that lasted longer", async () => {
  const operator = await anOperator(scopes);
  const access = { kind: "days", days: 30 };
  const course = await aPaidCourse(operator);
  const terms = { name: "A month", plan_type: "one_time", price: usd(4900), access };
  const { id: plan } = await make(operator, `/courses/${course.id}/plans`, terms);
  const monthly = await aPrice(operator, await aPlan(operator), { price: usd(1500) });
  const charts = await make(operator, "/digital_products", { name: "Charts", price: usd(900), access });
  const lines = [line("course_plan", plan), line("membership_pricing", monthly.id), line("digital_product", charts.id)];
  const [ana, bo] = [await operator.site.member({ name: "Ana" }), await operator.site.member({ name: "Bo" })];
  const [newest, old, oldest] = [-10, -100, -200].map((days) => at(days).toISOString()) as [string, string, string];
  const inline = ndjsonOf(
    order("1", ana.email, newest, lines),
    order("2", ana.email, old, lines),
    order("3", bo.email, old, lines),
    order("4", bo.email, oldest, lines),
  );
  const job = await imported(operator, { format: "ndjson", resource: "orders", inline, fulfill: true });
  assert.deepEqual(await faultsOf(operator, job), []);
  assert.deepEqual(countsOf(job), [4, 0, 0, 0]);
  const list = async (path: string) => (await operator.get(path)).json<{ data: Record<string, unknown>[] }>().data;
  const endsOf = async (path: string, { sub }: { sub: string }) =>
    (await list(path)).filter((row) => (row["student_id"] ?? row["member_id"]) === sub).map((row) => row["expires_at"]);
  for (const path of ["/enrollments", `/digital_products/${charts.id}/grants`]) {
    assert.deepEqual(await endsOf(path, ana), [after(newest, 30)], path);
    assert.deepEqual(await endsOf(path, bo), [after(old, 30)], path);
  }
  const subscriptions = await list("/subscriptions");
  assert.deepEqual(
    subscriptions.map(({ member_id, starts_at }) => [member_id, starts_at]),
    [[ana.sub, newest]],
  );
  const orders = await list("/orders");
  const open = orders.flatMap(({ line_items }) => line_items as { fulfilled_at: string | null }[]);
  assert.ok(open.every(({ fulfilled_at }) => fulfilled_at !== null));
});

void test("Orders of a course whose terms overlap are fulfilled, and only a refund of the one that gave it ends it", async () => {
  const operator = await anOperator(scopes);
  const course = await aPaidCourse(operator);
  const terms = { name: "A month", plan_type: "one_time", price: usd(4900), access: { kind: "days", days: 30 } };
  const { id: plan } = await make(operator, `/courses/${course.id}/plans`, terms);
  const ana = await operator.site.member({ name: "Ana" });
  const [newer, older, running] = [-15, -40, -12].map((days) => at(days).toISOString()) as [string, string, string];
  const inline = ndjsonOf(
    order("1", ana.email, newer, [line("course_plan", plan)]),
    order("2", ana.email, older, [line("course_plan", plan)]),
    order("3", ana.email, running, [line("course_plan", plan)]),
  );
  const job = await imported(operator, { format: "ndjson", resource: "orders", inline, fulfill: true });
  assert.deepEqual(countsOf(job), [2, 0, 0, 1]);
  assert.deepEqual(await faultsOf(operator, job), [["orders.ndjson:3", "/line_items/0 already_exists"]]);
  const orders = (await operator.get("/orders?sort=paid_at")).json<{
    data: { id: string; line_items: { fulfilled_at: string | null }[] }[];
  }>().data;
  const [second, first] = orders as [(typeof orders)[number], (typeof orders)[number]];
  for (const { line_items } of orders) assert.notEqual(line_items[0]!.fulfilled_at, null);
  const enrollment = async () => {
    const { data } = (await operator.get("/enrollments")).json<{ data: Record<string, unknown>[] }>();
    return [data.length, data[0]?.["source_id"], data[0]?.["status"], data[0]?.["expires_at"]];
  };
  assert.deepEqual(await enrollment(), [1, first.id, "active", after(newer, 30)]);
  await make(operator, "/refunds", { order_id: second.id, revoke_access: true });
  assert.deepEqual(await enrollment(), [1, first.id, "active", after(newer, 30)]);
  await make(operator, "/refunds", { order_id: first.id, revoke_access: true });
  assert.deepEqual((await enrollment())[2], "revoked");
  for (const { id } of orders) {
    const { line_items } = (await operator.get(`/orders/${id}`)).json<(typeof orders)[number]>();
    assert.notEqual(line_items[0]!.fulfilled_at, null, "A refund does not change what was given when.");
  }
});
