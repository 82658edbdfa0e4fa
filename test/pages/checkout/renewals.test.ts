import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { processDueAgreements } from "#domain/sales/billing/jobs/process-due-agreements.ts";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aShop, checkOut, ordersOf, decide, paymentIn, sendTestEvent } from "../support/buyer.ts";
import { created } from "../support/free-school.ts";
import { runRefunds } from "../support/run-refunds.ts";
import { aMembership, renewalsOf, subscriptionsOf, tick } from "../support/membership.ts";

/** A member who pays a membership by bank transfer, confirmed by staff. */
async function aSubscriber(fields: Parameters<typeof aMembership>[1] = {}, coupon = "") {
  const shop = await aShop();
  if (coupon !== "") await shop.operator.post("/coupons", JSON.parse(coupon));
  const membership = await aMembership(shop.operator, fields);
  const member = await shop.site.member();
  const browser = await shop.site.signedIn(member);
  const code = coupon === "" ? "" : (JSON.parse(coupon) as { code: string }).code;
  const order = await checkOut(browser, membership.price, { provider: "offline" }, code);
  assert.match(order.address, /orders/);
  await confirmLast(shop.site);
  return { ...shop, membership, member, browser };
}

/** Confirms the last order. Sessions end while the clock moves on. */
async function confirmLast(site: ASite): Promise<void> {
  const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
  const path = `/admin/orders/${formatId("order", (await renewalsOf(site)).at(-1)!.id)}`;
  await owner.submit(await owner.open(path), { act: "confirm" }, path);
}

const typesOf = async (site: ASite) => (await outboxOf(site)).map(({ type }) => type);

void describe("A membership paid by transfer", () => {
  void test("is ordered a week before its period ends, and renewed once with a receipt when staff confirms it", async () => {
    const { site, member, browser } = await aSubscriber();
    const [bought] = await subscriptionsOf(site);
    assert.deepEqual([bought!.status, bought!.provider], ["active", "offline"]);
    await tick(20 * day);
    assert.equal((await renewalsOf(site)).length, 1);
    await tick(25 * day);
    // Two runners at the same time.
    await later(25 * day, async () => {
      await Promise.all([1, 2, 3].map(() => processDueAgreements(database, now())));
    });
    const [, renewal, ...none] = await renewalsOf(site);
    assert.equal(none.length, 0);
    assert.deepEqual([renewal!.kind, renewal!.status, renewal!.total], ["renewal", "pending", 900]);
    const mails = (await mailsTo(member.email, 4)).map(({ email }) => email);
    assert.match(
      mails.find(({ subject }) => subject?.startsWith("Pay Crew"))!.text!,
      /The next payment for Crew is \$9\./,
    );
    const page = await browser.open(`/orders/${formatId("order", renewal!.id)}`);
    assert.match(textOf(page), /How to pay Harbour Bank, account 0123 Amount \$9 Copy Reference [A-Z2-9]{10} /);
    await later(26 * day, () => confirmLast(site));
    const [renewed] = await subscriptionsOf(site);
    assert.equal(renewed!.status, "active");
    const days = (Number(renewed!.currentPeriodEnd) - Number(bought!.currentPeriodEnd)) / day;
    assert.ok(days >= 28 && days <= 31, `${days}`);
    const receipts = (await renewalsOf(site)).map(({ invoiceNumber }) => Number(invoiceNumber!.split("-")[1]));
    assert.deepEqual(receipts, [1, 2]);
    assert.equal((await typesOf(site)).filter((type) => type === "subscription.renewed").length, 1);
  });

  void test("An unpaid membership is overdue, and ends after the grace period with a reminder before", async () => {
    const { site, member } = await aSubscriber();
    const end = Number((await subscriptionsOf(site))[0]!.currentPeriodEnd) - Date.now();
    await tick(end - 6.9 * day);
    await tick(end + day);
    assert.equal((await subscriptionsOf(site))[0]!.status, "past_due");
    await tick(end + 5.5 * day);
    assert.equal((await subscriptionsOf(site))[0]!.status, "past_due");
    await tick(end + 8 * day);
    assert.equal((await subscriptionsOf(site))[0]!.status, "canceled");
    assert.deepEqual(
      (await renewalsOf(site)).map(({ status }) => status),
      ["paid", "expired"],
    );
    const events = await typesOf(site);
    for (const type of ["subscription.past_due", "subscription.canceled", "order.expired"]) {
      assert.equal(events.filter((name) => name === type).length, 1, type);
    }
    const subjects = (await mailsTo(member.email, 8)).map(({ email }) => email.subject ?? "");
    for (const start of ["Your payment for Crew is overdue", "Last reminder", "Your access to Crew has ended"]) {
      assert.equal(subjects.filter((subject) => subject.startsWith(start)).length, 1, start);
    }
    // A transfer that arrives after the end starts the membership again.
    await later(end + 9 * day, () => confirmLast(site));
    assert.deepEqual(
      (await subscriptionsOf(site)).map(({ status, provider }) => [status, provider]),
      [
        ["canceled", "offline"],
        ["active", "offline"],
      ],
    );
  });

  void test("An overdue membership keeps its order when its price changes, and the next one has the new price", async () => {
    const { site, operator, membership } = await aSubscriber();
    const other = { price: { amount: 1900, currency: "USD" }, interval: "month" };
    const dearer = await created(operator.post(`/membership_plans/${membership.id}/pricings`, other));
    await tick(25 * day);
    await tick(32 * day);
    const staff = await operatorOf(site, "subscriptions:read subscriptions:write");
    const [{ id, status }] = (await staff.get("/subscriptions")).json().data;
    assert.equal(status, "past_due");
    const changed = { pricing_id: dearer.id };
    assertStatus(await staff.patch(`/subscriptions/${id}`, changed, { "if-match": "*" }), 200);
    await later(33 * day, () => confirmLast(site));
    await tick(58 * day);
    assert.deepEqual(
      (await renewalsOf(site)).map((order) => [order.status, order.total]),
      [
        ["paid", 900],
        ["paid", 900],
        ["pending", 1900],
      ],
    );
  });

  void test("A membership that missed several periods is ordered once, with the usual time to pay", async () => {
    const { site } = await aSubscriber();
    await tick(100 * day);
    assert.equal((await renewalsOf(site)).length, 2);
    assert.equal((await subscriptionsOf(site))[0]!.status, "past_due");
    await tick(110 * day);
    assert.equal((await subscriptionsOf(site))[0]!.status, "past_due");
    await later(110 * day, () => confirmLast(site));
    const [renewed] = await subscriptionsOf(site);
    assert.equal(renewed!.status, "active");
    assert.ok(Number(renewed!.currentPeriodEnd) > Date.now() + 100 * day);
  });

  void test("keeps the price of its order, and is renewed when its plan is archived", async () => {
    const { site, operator, membership } = await aSubscriber();
    const changed = await operator.patch(
      `/membership_pricings/${membership.price}`,
      { active: false, price: { amount: 5000, currency: "USD" } },
      { "if-match": "*" },
    );
    assertStatus(changed, 200);
    await operator.patch(`/membership_plans/${membership.id}`, { status: "archived" }, { "if-match": "*" });
    await tick(27 * day);
    assert.equal((await renewalsOf(site)).at(-1)!.total, 900);
  });
});

void describe("A coupon of a membership", () => {
  const durations = [
    [{ kind: "once" }, [450, 900, 900]],
    [{ kind: "repeating", payments: 2 }, [450, 450, 900]],
    [{ kind: "forever" }, [450, 450, 450]],
  ] as const;
  for (const [duration, totals] of durations) {
    void test(`lowers the payments of its duration: ${duration.kind}`, async () => {
      const coupon = { code: "HALF", discount: { kind: "percent", percent: 50 }, duration };
      const { site } = await aSubscriber({}, JSON.stringify(coupon));
      for (const days of [27, 57]) {
        await tick(days * day);
        await later(days * day, () => confirmLast(site));
      }
      assert.deepEqual(
        (await renewalsOf(site)).map(({ total }) => total),
        totals,
      );
    });
  }

  void test("A coupon that makes a membership free forever leaves nothing to charge", async () => {
    const { operator, site } = await aShop();
    await operator.post("/coupons", { code: "GIFT", discount: { kind: "free" }, duration: { kind: "forever" } });
    const membership = await aMembership(operator);
    await checkOut(await site.signedIn(await site.member()), membership.price, {}, "GIFT");
    await tick(40 * day);
    assert.equal((await renewalsOf(site)).length, 1);
    assert.deepEqual(
      (await subscriptionsOf(site)).map(({ status, provider }) => [status, provider]),
      [["active", null]],
    );
  });
});

void describe("A trial of a membership", () => {
  void test("costs nothing, is given once, and is followed by a payment", async () => {
    const { operator, site } = await aShop();
    const membership = await aMembership(operator, { plan: { trial_days: 14 } });
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${membership.price}`);
    assert.match(textOf(page), /Due now \$0/);
    await checkOut(browser, membership.price, { provider: "offline" });
    assert.equal((await subscriptionsOf(site))[0]!.status, "trialing");
    await tick(8 * day);
    assert.equal((await renewalsOf(site)).at(-1)!.total, 900);
    await later(9 * day, () => confirmLast(site));
    assert.equal((await subscriptionsOf(site))[0]!.status, "active");
    await tick(14.5 * day);
    assert.equal((await renewalsOf(site)).length, 2);
  });
});

void describe("A dispute of a membership", () => {
  void test("A dispute that the school wins restores the paid period, and charges nothing more", async () => {
    const { operator, site } = await aShop();
    const membership = await aMembership(operator);
    const browser = await site.signedIn(await site.member());
    const provider = await checkOut(browser, membership.price);
    await decide(browser, provider, "paid");
    const amount = { amount: 900, currency: "USD" };
    for (const outcome of ["dispute_opened", "dispute_won"] as const) {
      await sendTestEvent(site, { id: outcome, paymentId: paymentIn(provider.address), outcome, amount });
    }
    const states = async () => (await subscriptionsOf(site)).map(({ status }) => status);
    assert.deepEqual(await states(), ["canceled", "active"]);
    await tick(40 * day);
    assert.deepEqual(await states(), ["canceled", "expired"]);
    assert.equal((await renewalsOf(site)).length, 1);
  });
});

void describe("A renewal", () => {
  void test("A second payment of one period is refunded", async () => {
    const { site } = await aSubscriber();
    const [{ id }] = (await database.many`
      select id from billing_agreements where site_id = ${site.site.id}`) as [{ id: string }];
    await tick(27 * day);
    // The same order a second time, as after a restore of an older backup.
    await database.run`
      update billing_agreements set period_end = period_end + interval '40 days'
       where site_id = ${site.site.id} and id = ${id}`;
    await later(27 * day, () => confirmLast(site));
    const [, renewal] = await ordersOf(site);
    assert.deepEqual([renewal!.status, renewal!.attention], ["paid", "refund_by_hand"]);
    const [{ paymentsMade }] = (await database.many`
      select payments_made from billing_agreements where site_id = ${site.site.id}`) as [{ paymentsMade: number }];
    assert.equal(paymentsMade, 1);
  });

  void test("A renewal that fails at the provider can be paid again, and its refund ends the membership", async () => {
    const { operator, site, owner } = await aShop();
    const membership = await aMembership(operator);
    const member = await site.member();
    const browser = await site.signedIn(member);
    await decide(browser, await checkOut(browser, membership.price), "paid");
    await tick(27 * day);
    const order = `/orders/${formatId("order", (await renewalsOf(site)).at(-1)!.id)}`;
    await later(27 * day, async () => {
      const again = await site.signedIn(member);
      const pay = async (outcome: string) => {
        const { address } = await again.submit(await again.open(order), {}, `${order}/pay`);
        return decide(again, await again.open(new URL(address).pathname), outcome);
      };
      for (const _attempt of Array.from({ length: 19 })) await pay("failed");
      assert.match(textOf(await pay("failed")), /Waiting for payment/);
      assert.match(
        textOf(await again.submit(await again.open(order), {}, `${order}/pay`)),
        /too many payment attempts/,
      );
      await database.run`
        delete from payments where site_id = ${site.site.id} and status = 'failed' and id in (
          select id from payments where site_id = ${site.site.id} and status = 'failed' limit 1)`;
      assert.match(textOf(await pay("paid")), /Thank you for your purchase\./);
    });
    assert.equal((await renewalsOf(site)).at(-1)!.status, "paid");
    const staffPage = order.replace("/orders/", "/admin/orders/");
    const refund = { act: "refund", reason: "", amount: "9", access: "end" };
    await owner.submit(await owner.open(staffPage), refund, staffPage);
    await runRefunds(site);
    assert.equal((await subscriptionsOf(site))[0]!.status, "canceled");
    await tick(90 * day);
    assert.equal((await renewalsOf(site)).length, 2);
  });
});
