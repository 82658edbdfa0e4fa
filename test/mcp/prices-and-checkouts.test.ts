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
