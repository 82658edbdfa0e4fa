import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import type { ASite } from "../../support/world.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aPaidEvent, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";
import { aMembership, subscriptionsOf, tick } from "../support/membership.ts";
import { runAgreementChanges, runRefunds } from "../support/run-refunds.ts";

const policiesPage = "/admin/payments/refunds";

const staffPageOf = ({ address }: Page): string => address.replace("/orders/", "/admin/orders/");

const buy = async (site: ASite, item: string): Promise<Page> => {
  const browser = await site.signedIn(await site.member());
  return decide(browser, await checkOut(browser, item), "paid");
};

/** Shows what a refund will do. */
const review = async (owner: TestBrowser, order: Page, fields: Record<string, string> = {}): Promise<Page> =>
  owner.submit(
    await owner.open(staffPageOf(order)),
    { act: "reviewRefund", amount: "49", reason: "", ...fields },
    staffPageOf(order),
  );

/** Confirms the refund on the page that shows it. */
async function confirm(site: ASite, owner: TestBrowser, shown: Page, order: Page): Promise<void> {
  const after = await owner.submit(shown, { act: "refund" }, staffPageOf(order));
  assert.match(textOf(after), /The refund is being processed\./);
  await runRefunds(site);
}

const setPolicy = async (owner: TestBrowser, item: string, access: string): Promise<Page> =>
  owner.submit(await owner.open(policiesPage), { act: "save", item, access }, policiesPage);

const enrollmentsOf = ({ site }: ASite) =>
  database.many<{ status: string; expiresAt: Date | null }>`
    select status, expires_at from enrollments where site_id = ${site.id} order by created_at, id`;

void describe("A refund by the policy", () => {
  void test("shows staff what happens to the access before anything is refunded", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const order = await buy(site, course.plan);
    const shown = await review(owner, order);
    assert.match(textOf(shown), /Refund of order .*\$49.*Knots.*Access ends immediately\..*Refund \$49/);
    assert.equal(await runRefunds(site), 0);
    assert.equal((await ordersOf(site))[0]!.status, "paid");
    await confirm(site, owner, shown, order);
    assert.equal((await ordersOf(site))[0]!.status, "refunded");
    assert.equal((await enrollmentsOf(site))[0]!.status, "revoked");
  });

  void test("keeps access after a partial refund, unless staff ends it", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const order = await buy(site, course.plan);
    assert.match(textOf(await review(owner, order, { amount: "9", access: "end" })), /Access ends immediately\./);
    const shown = await review(owner, order, { amount: "9" });
    assert.match(textOf(shown), /Access stays as it is\./);
    await confirm(site, owner, shown, order);
    assert.equal((await ordersOf(site))[0]!.status, "partially_refunded");
    assert.equal((await enrollmentsOf(site))[0]!.status, "active");
  });

  void test("is made once if the confirmation is sent twice at the same time, and again later", async () => {
    const { site, operator, owner } = await aShop();
    const order = await buy(site, (await aPaidCourse(operator)).plan);
    const shown = await review(owner, order, { amount: "9" });
    const send = () => owner.submit(shown, { act: "refund" }, staffPageOf(order));
    const results = await Promise.all([send(), send()]);
    const late = await send();
    const notices = results.map(({ address }) => address.split("?")[1]);
    assert.deepEqual(new Set(notices), new Set(["done=changed", "done=refunded"]));
    assert.match(late.address, /done=changed/);
    await runRefunds(site);
    const refunds = await database.many`select amount from refunds where site_id = ${site.site.id}`;
    assert.deepEqual(refunds, [{ amount: 900 }]);
    await confirm(site, owner, await review(owner, order, { amount: "9" }), order);
    const { count } = await database.one<{ count: number }>`
      select count(*) from refunds where site_id = ${site.site.id}`;
    assert.equal(count, 2);
  });

  void test("refuses amounts above the payment before the confirmation", async () => {
    const { site, operator, owner } = await aShop();
    const order = await buy(site, (await aPaidCourse(operator)).plan);
    const refused = await review(owner, order, { amount: "49.01" });
    assert.equal(refused.status, 422);
    assert.match(textOf(refused), /Enter an amount of at most \$49\./);
  });

  void test("ends a membership with its paid period, and charges nothing more", async () => {
    const { site, operator, owner } = await aShop();
    const membership = await aMembership(operator);
    const order = await buy(site, membership.price);
    assert.match(textOf(await setPolicy(owner, membership.path, "period_end")), /has been saved\./);
    const [bought] = await subscriptionsOf(site);
    const shown = await review(owner, order, { amount: "9" });
    assert.match(textOf(shown), /Access ends on .* Nothing more is charged\./);
    await confirm(site, owner, shown, order);
    const [canceling] = await subscriptionsOf(site);
    assert.equal(canceling!.status, "active");
    assert.deepEqual(canceling!.cancelAt, bought!.currentPeriodEnd);
    await runAgreementChanges(site);
    await tick(35 * day);
    assert.equal((await subscriptionsOf(site))[0]!.status, "canceled");
    assert.equal((await ordersOf(site)).length, 1);
  });

  void test("leaves a course open until the end of its access, and ends access without an end immediately", async () => {
    const { site, operator, owner } = await aShop();
    const limited = await aPaidCourse(operator, { access: { kind: "days", days: 30 } });
    const unlimited = await aPaidCourse(operator);
    for (const { path } of [limited, unlimited]) await setPolicy(owner, path, "period_end");
    for (const { plan } of [limited, unlimited]) {
      const order = await buy(site, plan);
      await confirm(site, owner, await review(owner, order), order);
    }
    const [open, closed] = await enrollmentsOf(site);
    assert.equal(open!.status, "active");
    assert.ok(open!.expiresAt);
    assert.equal(closed!.status, "revoked");
  });

  void test("ends installments with the period that was paid", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator, {
      plan_type: "installments",
      installments: { count: 7, interval: "month" },
    });
    const order = await buy(site, course.plan);
    await confirm(site, owner, await review(owner, order, { amount: "7", access: "period_end" }), order);
    const { status, periodEnd } = await database.one<{ status: string; periodEnd: Date }>`
      select status, period_end from billing_agreements where site_id = ${site.site.id}`;
    assert.equal(status, "canceled");
    assert.deepEqual(await enrollmentsOf(site), [{ status: "active", expiresAt: periodEnd }]);
  });

  void test("ends the seat of an event immediately: it has no period", async () => {
    const { site, operator, owner } = await aShop();
    const event = await aPaidEvent(operator, { capacity: 1 });
    const order = await buy(site, event.ticket);
    const shown = await review(owner, order, { access: "period_end" });
    assert.match(textOf(shown), /Access ends immediately\./);
    await confirm(site, owner, shown, order);
    assert.ok((await outboxOf(site)).some(({ type }) => type === "event_registration.canceled"));
  });
});

void describe("The refund policy of an item", () => {
  void test("replaces the policy of the school, is set by address or ID, and can be removed", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const other = await aPaidCourse(operator);
    assert.match(textOf(await setPolicy(owner, course.id, "end")), /Knots Course End access immediately/);
    const changed = await setPolicy(owner, `https://school.example${course.path}?x=1`, "keep");
    assert.match(textOf(changed), /Knots Course Keep access/);
    assert.match(textOf(await review(owner, await buy(site, course.plan))), /Access stays as it is\./);
    assert.match(textOf(await review(owner, await buy(site, other.plan))), /Access ends immediately\./);
    const removed = await owner.submit(changed, { act: "remove", item: course.id }, policiesPage);
    assert.match(textOf(removed), /has been removed\. .*No item has a refund policy of its own\./);
  });

  void test("is not set for items of other schools and unknown addresses", async () => {
    const { owner } = await aShop();
    const other = await aShop();
    const course = await aPaidCourse(other.operator);
    for (const item of [course.id, "/courses/nowhere", "/pages/about", "", "crs_1"]) {
      const refused = await setPolicy(owner, item, "keep");
      assert.equal(refused.status, 422, item);
      assert.match(
        textOf(refused),
        item === "crs_1" ? /Nothing matches “crs_1”/ : /No item has this name, address or ID\./,
      );
    }
  });

  void test("is set by the name of the item, and keeps the choice if the name is not that of one item", async () => {
    const { owner, operator } = await aShop();
    await aPaidCourse(operator);
    assert.match(textOf(await setPolicy(owner, "knots", "keep")), /The refund policy has been saved\..*Knots/);
    assert.equal(
      (await operator.post("/courses", { name: "Knots", course_type: "free", language: "en" })).statusCode,
      201,
    );
    const refused = await setPolicy(owner, "Knots", "period_end");
    assert.equal(refused.status, 422);
    assert.match(textOf(refused), /Several match “Knots”: Knots \(crs_\w+\), Knots \(crs_\w+\)/);
    assert.match(refused.body, /value="period_end"\s+required\s+checked/);
  });

  void test("is changed by owners only", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    assert.doesNotMatch((await manager.open(policiesPage)).body, /name="item"/);
    const csrf = csrfOf(await manager.open("/account"));
    for (const act of ["save", "remove"]) {
      const answer = await manager.request("POST", policiesPage, { act, item: course.id, access: "keep", csrf });
      assert.equal(answer.statusCode, 403, act);
    }
  });
});
