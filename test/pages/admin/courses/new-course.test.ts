import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorOf } from "../../../rest/support/operator.ts";
import { made } from "../../../rest/support/taught-course.ts";
import { Visitor } from "../../../support/browsers/visitor.ts";
import { aSite } from "../../../support/world.ts";

async function anOwner() {
  const site = await aSite();
  const operator = await operatorOf(site, "courses:read courses:write membership_plans:write membership_plans:read");
  const visitor = await new Visitor(await site.signedIn(await site.member({ roles: ["owner"] }))).open("/admin");
  const plansOf = async (slug: string) =>
    (await operator.get(`/courses/${slug}/plans`)).json<{ data: { plan_type: string; price: object }[] }>().data;
  return { site, operator, visitor, plansOf };
}

void test("A paid course gets its price on its form, and the page leads to the next step", async () => {
  const { visitor, plansOf } = await anOwner();
  await visitor.click("Courses", "New course");
  visitor.enter({ Name: "Knots", "Course type": "Paid", "Price › Amount": "49.50", "Price › Currency": "EUR" });
  await visitor.click("Create");
  visitor.sees("Created.", "A student pays €49.50 once for lifetime access.", "Next: Publish at least one lecture");
  const plans = await plansOf("knots");
  assert.deepEqual(
    plans.map(({ plan_type, price }) => ({ plan_type, price })),
    [{ plan_type: "one_time", price: { amount: 4950, currency: "EUR" } }],
  );
});

void test("An invalid amount is refused at its field, before a course is created", async () => {
  const { operator, visitor } = await anOwner();
  await visitor.click("Courses", "New course");
  visitor.enter({ Name: "Knots", "Course type": "Paid", "Price › Amount": "cheap" });
  await visitor.click("Create");
  visitor.sees("Enter an amount such as 49 or 49.90.");
  assert.deepEqual((await operator.get("/courses")).json<{ data: unknown[] }>().data, []);
});

void test("A form that is sent twice creates one course with one price", async () => {
  const { site, plansOf, operator } = await anOwner();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const form = await browser.open("/admin/courses/new");
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(form.body)?.[1] ?? "";
  const fields = {
    csrf: hidden("csrf"),
    key: hidden("key"),
    name: "Knots",
    course_type: "paid",
    "price.amount": "49",
    "price.currency": "EUR",
  };
  const [first, second] = await Promise.all([
    browser.request("POST", "/admin/courses/new", fields),
    browser.request("POST", "/admin/courses/new", fields),
  ]);
  assert.equal(first.statusCode, 303);
  assert.equal(second.headers["location"], first.headers["location"]);
  assert.equal((await operator.get("/courses")).json<{ data: unknown[] }>().data.length, 1);
  assert.equal((await plansOf("knots")).length, 1);
});

void test("A free course has no price, and memberships with all courses are named before it is published", async () => {
  const { operator, visitor, plansOf } = await anOwner();
  const benefits = { all_courses: true };
  await made(operator.post("/membership_plans", { name: "Crew", plan_type: "recurring", status: "active", benefits }));
  await visitor.click("Courses", "New course");
  visitor.enter({ Name: "Knots", "Price › Amount": "49" });
  await visitor.click("Create");
  visitor.sees("A student pays nothing for lifetime access", "Members of Crew get this course too");
  visitor.sees("Memberships with all courses include this course too: Crew.");
  assert.deepEqual(await plansOf("knots"), []);
});

void test("The menu New begins with the most frequent resources, and groups the others", async () => {
  const { visitor } = await anOwner();
  const { body } = await visitor.browser.open("/admin");
  const [, menu = ""] = /<ul class="menu-sheet">([\s\S]*?)<\/ul>/.exec(body) ?? [];
  const entries = [...menu.matchAll(/>([A-Z][^<]+)</g)].map(([, name]) => name);
  const frequent = ["Course", "Member", "Event", "Post", "Coupon", "Message"];
  assert.deepEqual(entries.slice(0, 8), [...frequent, "Teach", "Course category"]);
});

void test("A currency in which the school does not sell is refused with a link to the currencies of the school", async () => {
  const { site, operator } = await anOwner();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const fields = { name: "Knots", course_type: "paid", "price.amount": "49", "price.currency": "CHF" };
  const refused = await browser.submit(await browser.open("/admin/courses/new"), fields, "/admin/courses/new");
  assert.equal(refused.status, 422);
  assert.match(refused.body, /role="alert"[^>]*autofocus.*?<a href="#price\.currency">Price: Currency</s);
  assert.match(refused.body, /The school does not sell in this currency\./);
  const [, address = ""] = /href="([^"]*)">Sell in another currency</.exec(refused.body) ?? [];
  assert.match((await browser.open(address)).body, /<textarea\s+id="currencies"/);
  assert.deepEqual((await operator.get("/courses")).json<{ data: unknown[] }>().data, []);

  const { id } = await made(operator.post("/courses", { name: "Splices", course_type: "paid" }));
  const path = `/admin/courses/${id}/plans/new`;
  const plan = { name: "Full", plan_type: "one_time", "price.amount": "49", "price.currency": "CHF" };
  const again = await browser.submit(await browser.open(path), plan, path);
  assert.match(again.body, /The school does not sell in this currency\./);
  const manager = await site.signedIn(await site.member({ roles: ["lecturer"] }));
  assert.doesNotMatch((await manager.open("/admin/courses/new")).body, /Sell in another currency/);
});
