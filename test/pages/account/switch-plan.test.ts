import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { openStartForm } from "../../support/worlds/start-course.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import type { Page } from "../../support/browser-session.ts";
import { textOf } from "../support/asked.ts";
import { aShop, checkOut, decide } from "../support/buyer.ts";
import { created } from "../support/free-school.ts";
import { aMembership, renewalsOf, tick } from "../support/membership.ts";

async function pathOf({ site }: ASite): Promise<string> {
  const { id } = await database.one<{ id: string }>`
    select id from billing_agreements where site_id = ${site.id} order by created_at limit 1`;
  return `/orders/subscriptions/${formatId("billingAgreement", id)}`;
}

const plansOf = ({ site }: ASite) =>
  database.many<{ name: string; status: string; next: string | null; count: number }>`
    select plans.name, subscriptions.status, subscriptions.next_pricing_id as next, plans.subscriber_count as count
      from subscriptions
      join membership_plans plans on plans.site_id = subscriptions.site_id and plans.id = subscriptions.plan_id
     where subscriptions.site_id = ${site.id} order by subscriptions.created_at, subscriptions.id`;

/** A member of a plan for $9 a month, beside one for $90 a year with a course of its own. */
async function aSubscriber() {
  const shop = await aShop();
  const { operator, site } = shop;
  const basic = await aMembership(operator, { plan: { name: "Basic" } });
  const price = { amount: 9000, currency: "USD" };
  const pro = await aMembership(operator, { plan: { name: "Pro" }, pricing: { price, interval: "year" } });
  const member = await site.member();
  const browser = await site.signedIn(member);
  await decide(browser, await checkOut(browser, basic.price), "paid");
  return { ...shop, basic, pro, member, browser, path: await pathOf(site) };
}

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>;

const change = async ({ browser, path }: Subscriber, pricing: string) =>
  browser.submit(await browser.open(`${path}/switch`), { pricing }, `${path}/switch`);

/** Pays the renewal that waits, and lets its period begin. */
async function renewAndPay({ browser, path }: Subscriber): Promise<void> {
  await tick(25 * day);
  const [order] = /\/orders\/ord_\w+/.exec((await browser.open(path)).body)!;
  const provider = await browser.submit(await browser.open(order), {}, `${order}/pay`);
  const page = provider.body === "" ? await browser.open(new URL(provider.address).pathname) : provider;
  await decide(browser, page, "paid");
}

void describe("A membership that changes to another plan", () => {
  void test("keeps its plan until the period ends, and then costs and gives what the other one does", async () => {
    const subscriber = await aSubscriber();
    const { site, browser, path, basic, pro } = subscriber;
    const chosen = await browser.open(`${path}/switch`);
    assert.match(textOf(chosen), /The change takes effect on .* Pro \$90 per year/);
    assert.doesNotMatch(textOf(chosen), /\$9 per month/);
    const changed = await change(subscriber, pro.price);
    assert.match(
      textOf(changed),
      /Next payment \$90 on .*The change is noted\. .*Changes to Pro on .*: \$90 per year\./,
    );
    assert.deepEqual(
      (await plansOf(site)).map(({ name, status, count }) => [name, status, count]),
      [["Basic", "active", 1]],
    );
    await renewAndPay(subscriber);
    assert.deepEqual(
      (await plansOf(site)).map(({ name, status, next, count }) => [name, status, next, count]),
      [["Pro", "active", null, 1]],
    );
    const orders = await renewalsOf(site);
    assert.deepEqual(
      orders.map(({ kind, status, total }) => [kind, status, total]),
      [
        ["checkout", "paid", 900],
        ["renewal", "paid", 9000],
      ],
    );
    assert.match(textOf(await browser.open(path)), /Pro .*Price \$90 per year/);
    const { count } = await database.one<{ count: number }>`
      select subscriber_count as count from membership_plans where site_id = ${site.site.id} and name = 'Basic'`;
    assert.equal(count, 0);
    assert.ok((await outboxOf(site)).some(({ type }) => type === "subscription.updated"));
    assert.notEqual(basic.id, pro.id);
  });

  void test("can be withdrawn, also after the next period was ordered, which then costs the old price", async () => {
    const subscriber = await aSubscriber();
    const { site, browser, path, pro } = subscriber;
    await change(subscriber, pro.price);
    await tick(25 * day);
    assert.deepEqual((await renewalsOf(site)).at(-1)!.total, 9000);
    const kept = await browser.submit(await browser.open(path), { pricing: "" }, `${path}/switch`);
    assert.match(textOf(kept), /You keep your current plan\./);
    await tick(25 * day);
    assert.deepEqual(
      (await renewalsOf(site)).map(({ status, total }) => [status, total]),
      [
        ["paid", 900],
        ["canceled", 9000],
        ["pending", 900],
      ],
    );
    await change(subscriber, pro.price);
    await renewAndPay(subscriber);
    assert.deepEqual((await plansOf(site))[0]!.name, "Pro");
    assert.equal((await renewalsOf(site)).filter(({ status }) => status === "paid").length, 2);
  });

  void test("is one change, however often and from where it is requested at the same time", async () => {
    const subscriber = await aSubscriber();
    const { site, browser, path, pro } = subscriber;
    const page = await browser.open(`${path}/switch`);
    await Promise.all([1, 2, 3].map(async () => browser.submit(page, { pricing: pro.price }, `${path}/switch`)));
    const events = (await outboxOf(site)).filter(({ type }) => type === "subscription.updated");
    assert.equal(events.length, 1);
    // The plan is taken: buying it as well would charge both.
    assert.match(textOf(await browser.open(`/checkout?item=${pro.price}`)), /You already have this\./);
  });

  void test("loses the courses that the new plan does not include, and gets them back with the old one", async () => {
    const subscriber = await aSubscriber();
    const { site, operator, browser, basic, pro, member } = subscriber;
    const course = await created(operator.post("/courses", { name: "Knots", course_type: "membership_only" }));
    const sections = [{ title: "One", lectures: [{ title: "Bowline", kind: "text", body_markdown: "A loop." }] }];
    await created(operator.put(`/courses/${course.id}/curriculum`, { sections }, { "if-match": "*" }));
    await created(
      operator.put(`/membership_plans/${basic.id}/benefits`, { course_ids: [course.id] }, { "if-match": "*" }),
    );
    await created(operator.post(`/courses/${course.id}/publish`, {}));
    const [lecture] = /\/learn\/[\w-]+\/lec_\w+/.exec((await browser.open(`/learn/${course.slug}`)).body)!;
    await (
      await openStartForm(browser, lecture)
    )();
    const enrollment = () =>
      database.one<{ isOpen: boolean; sourceId: string | null }>`
        select expires_at > ${new Date(now().getTime() + 40 * day)} as is_open, source_id from enrollments
         where site_id = ${site.site.id} and student_id = ${member.id}`;
    await change(subscriber, pro.price);
    await renewAndPay(subscriber);
    assert.deepEqual(await enrollment(), { isOpen: false, sourceId: null });
    assert.doesNotMatch((await browser.open(lecture)).body, /A loop\./);
    await change(subscriber, basic.price);
    await tick(390 * day);
    await renewAndPay(subscriber);
    assert.equal((await enrollment()).isOpen, true);
  });
});

void test("A member of two memberships reads that both are charged, and is led to a change at the checkout", async () => {
  const subscriber = await aSubscriber();
  const { browser, path, pro } = subscriber;
  const checkout = await browser.open(`/checkout?item=${pro.price}`);
  assert.match(textOf(checkout), /You also have Basic \. Both are charged .* Change your current membership instead/);
  assert.ok(checkout.body.includes(`href="${path}/switch?to=${pro.price}"`));
  assert.doesNotMatch(textOf(await browser.open("/orders")), /You pay for/);
  await decide(browser, await checkOut(browser, pro.price), "paid");
  assert.match(textOf(await browser.open("/orders")), /You pay for 2 memberships\./);
});

/** Asks for a plan that is refused. Returns the page, which says why. */
const refusedBy = async (subscriber: Subscriber, page: Page, item = subscriber.pro.price) => {
  const { browser, path, site } = subscriber;
  const refused = await browser.submit(page, { pricing: item }, `${path}/switch`);
  assert.equal(refused.status, 409);
  assert.equal((await plansOf(site))[0]!.next, null);
  return refused;
};

void describe("A change of the plan that is refused says why", () => {
  void test("A price that has changed meanwhile is shown first", async () => {
    const subscriber = await aSubscriber();
    const { site, operator, browser, path, pro } = subscriber;
    const page = await browser.open(`${path}/switch`);
    const price = { amount: 12_000, currency: "USD" };
    await operator.patch(`/membership_pricings/${pro.price}`, { price }, { "if-match": "*" });
    const shown = await refusedBy(subscriber, page);
    assert.match(textOf(shown), /The price has changed\. .*\$120 per year/);
    await browser.submit(shown, { pricing: pro.price }, `${path}/switch`);
    assert.notEqual((await plansOf(site))[0]!.next, null);
  });

  void test("A plan that is full, a price that is gone, and a plan that the member has", async () => {
    const subscriber = await aSubscriber();
    const { site, operator, browser, path, pro, member } = subscriber;
    const page = await browser.open(`${path}/switch`);
    const set = async (address: string, fields: object) =>
      assertStatus(await operator.patch(address, fields, { "if-match": "*" }), 200);
    const staff = await operatorOf(site, "subscriptions:read subscriptions:write");
    const give = async (to: AMember) =>
      assertStatus(
        await staff.post("/subscriptions", {
          member_id: formatId("member", to.id),
          plan_id: pro.id,
          pricing_id: pro.price,
        }),
        201,
      );
    await give(await site.member());
    await set(`/membership_plans/${pro.id}`, { member_limit: 1 });
    assert.match(textOf(await refusedBy(subscriber, page)), /All places of this plan are taken\./);
    await set(`/membership_plans/${pro.id}`, { member_limit: null });
    await set(`/membership_pricings/${pro.price}`, { active: false });
    assert.match(textOf(await refusedBy(subscriber, page)), /This price is no longer available\./);
    await set(`/membership_pricings/${pro.price}`, { active: true });
    await give(member);
    const owned = await browser.submit(page, { pricing: pro.price }, `${path}/switch`);
    assert.match(textOf(owned), /You already have this plan\./);
  });
});
