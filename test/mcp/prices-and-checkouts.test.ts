import assert from "node:assert/strict";
import { test } from "node:test";
import { created } from "../pages/support/free-school.ts";
import { aPaidCourse, aPaidEvent, aShop } from "../pages/support/buyer.ts";
import { agentAt, type Json } from "./support/agent.ts";
import { runTool } from "./support/run-tools.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });

void test("A course and an event link to the checkout, with the amount of each installment", async () => {
  const { site, operator } = await aShop();
  const course = await aPaidCourse(operator);
  const parts = {
    name: "In three",
    plan_type: "installments",
    price: { amount: 4300, currency: "USD" },
    installments: { count: 3, interval: "month" },
  };
  const installments = await created(operator.post(`/courses/${course.id}/plans`, parts));
  const event = await aPaidEvent(operator);
  const agent = agentAt(site);
  const checkout = (item: string) => `${site.origin}/checkout?item=${item}`;

  const { plans } = await runTool(agent, "get_course", { course: course.id });
  assert.deepEqual(
    (plans as Json[]).map(({ installments: of, checkout_url: url }) => [of, url]),
    [
      [null, checkout(course.plan)],
      [{ count: 3, interval: "month", payment: usd("14.33") }, checkout(installments.id)],
    ],
  );
  const { tickets } = await runTool(agent, "get_event", { event: event.id });
  assert.equal((tickets as Json[])[0]!["checkout_url"], checkout(event.ticket));

  const document = (await site.get(`${course.path}.md`)).body;
  assert.ok(document.includes(`- Full: [USD 49.00](${checkout(course.plan)})`), document);
  assert.ok(
    document.includes(`- In three: [USD 43.00 (3 × 14.33, every month)](${checkout(installments.id)})`),
    document,
  );
  const { data: offers } = await runTool(agent, "get_pricing", {});
  const inThree = (offers as Json[]).find(({ id }) => id === installments.id)!;
  assert.deepEqual(inThree["installments"], { count: 3, interval: "month", payment: usd("14.33") });
  const pricing = (await site.get("/pricing.md")).body;
  assert.ok(pricing.includes(`[USD 43.00 (3 × 14.33, every month)](${checkout(installments.id)})`), pricing);

  const ofEvent = (await site.get(`/events/${event.slug}.md`)).body;
  assert.ok(ofEvent.includes(`: [USD 49.00](${checkout(event.ticket)})`), ofEvent);
});

void test("Free courses are among the prices, each once", async () => {
  const { site, operator } = await aShop();
  const free = async (name: string, plan?: object) => {
    const { id } = await created(operator.post("/courses", { name, course_type: "free" }));
    const lectures = [{ title: "One", kind: "text", status: "published", body_markdown: "A loop." }];
    const sections = [{ title: "Start", lectures }];
    await created(operator.put(`/courses/${id}/curriculum`, { sections }, { "if-match": "*" }));
    if (plan) await created(operator.post(`/courses/${id}/plans`, plan));
    await created(operator.post(`/courses/${id}/publish`, {}));
    return id;
  };
  const knots = await free("Knots");
  await free("Charts", { name: "Open", plan_type: "free" });
  const { data } = await runTool(agentAt(site), "get_pricing", {});
  assert.deepEqual(
    (data as Json[]).map(({ product, plan, plan_type: type, price }) => [product, plan, type, price]),
    [
      ["Knots", "", "free", null],
      ["Charts", "Open", "free", null],
    ],
  );
  assert.equal((data as Json[])[0]!["id"], knots);
  const { body } = await site.get("/pricing.md");
  assert.match(body, /\| \[Knots\]\(\S+\/courses\/knots\) \|  ?\| free \| free \|/);
  assert.equal(body.match(/Charts/g)?.length, 1);
});

void test("The lowest of several prices is a price from, and a single price is not", async () => {
  const { site, operator } = await aShop();
  const { id, path } = await aPaidCourse(operator);
  const shown = async () => {
    const { data } = await runTool(agentAt(site), "list_courses", {});
    const { price_from: lowest, price_varies: varies } = (data as Json[])[0]!;
    return { lowest, varies, card: (await site.get("/courses")).body, list: (await site.get("/courses.md")).body };
  };
  const one = await shown();
  assert.deepEqual([one.lowest, one.varies], [usd("49.00"), false]);
  assert.ok(one.card.includes("<b>$49</b>") && !one.card.includes("From $49"), path);
  assert.ok(one.list.includes("USD 49.00") && !one.list.includes("from USD 49.00"), one.list);

  const later = { name: "With a review", plan_type: "one_time", price: { amount: 9900, currency: "USD" } };
  await created(operator.post(`/courses/${id}/plans`, later));
  const two = await shown();
  assert.deepEqual([two.lowest, two.varies], [usd("49.00"), true]);
  assert.ok(two.card.includes("<b>From $49</b>"), path);
  assert.ok(two.list.includes("from USD 49.00"), two.list);
});
