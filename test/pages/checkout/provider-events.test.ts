import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import type { ASite } from "../../support/world.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, ordersOf, paymentIn, sendTestEvent } from "../support/buyer.ts";
import { breakReceipts, repairReceipts } from "../support/broken-receipts.ts";
import { aMembership, renewalsOf } from "../support/membership.ts";
import { runAgreementChanges } from "../support/run-refunds.ts";
import { aStripeShop, send, startAtStripe } from "../support/stripe-shop.ts";

const path = "/admin/payments/events";
const amount = { amount: 4900, currency: "USD" };

interface Stored {
  messageId: string;
  result: string;
  event: object | null;
  reference: string | null;
  error: string | null;
}

const eventsOf = ({ site }: ASite) =>
  database.many<Stored>`
    select message_id, result, event, reference, error from provider_events
     where site_id = ${site.id} order by received_at, message_id`;

const resultsOf = async (site: ASite) => (await eventsOf(site)).map(({ result }) => result);

/** An order at the test provider, whose event fails. */
async function aFailedEvent() {
  const shop = await aShop();
  const course = await aPaidCourse(shop.operator);
  const { address } = await checkOut(await shop.site.signedIn(await shop.site.member()), course.plan);
  const event = { id: "evt_1", paymentId: paymentIn(address), outcome: "paid", amount } as const;
  await breakReceipts(shop.site);
  assert.equal((await sendTestEvent(shop.site, event)).statusCode, 500);
  return { ...shop, event };
}

/** Applies an event by the form of its row. */
async function replay(browser: TestBrowser, messageId: string, state = "failed") {
  return (await openReplay(browser, messageId, state))();
}

/** Opens the page of the form, and returns a function that sends it. */
async function openReplay(browser: TestBrowser, messageId: string, state = "failed") {
  const page = await browser.open(`${path}?state=${state}`);
  assert.ok(page.body.includes(`name="event" value="${messageId}"`));
  const provider = /name="provider" value="(\w+)"/.exec(page.body)![1]!;
  return () => browser.submit(page, { provider, event: messageId }, path);
}

void describe("A provider event that failed", () => {
  void test("is listed with its error, and applied once by staff in person, with an audit entry", async () => {
    const { site, event } = await aFailedEvent();
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    const listed = textOf(await manager.open(path));
    assert.match(listed, /payment\.paid Test payment .*Order [A-Z2-9]{10} Server error\..* evt_1 Not applied/);
    const again = await replay(manager, "evt_1");
    assert.match(textOf(again), /The event could not be applied\./);
    assert.deepEqual(await resultsOf(site), ["failed"]);
    await repairReceipts(site);
    const form = await manager.open(path);
    assert.match(textOf(await replay(manager, "evt_1")), /The event was applied\. .*All events were applied\./);
    const [stored] = await eventsOf(site);
    assert.deepEqual(stored, { messageId: "evt_1", result: "applied", event: null, reference: null, error: null });
    assert.equal((await ordersOf(site))[0]!.status, "paid");
    // The form of a page that was opened before, and the provider, which sends it again.
    const twice = await manager.submit(form, { provider: "test", event: "evt_1" }, path);
    assert.match(textOf(twice), /Nothing was changed/);
    assert.equal((await sendTestEvent(site, event)).statusCode, 200);
    assert.equal((await outboxOf(site)).filter(({ type }) => type === "order.paid").length, 1);
    const audited = await database.many<{ actorKind: string; resourceId: string }>`
      select actor_kind, resource_id from audit_entries
       where site_id = ${site.site.id} and action = 'applyProviderEvent'`;
    assert.deepEqual(audited, [{ actorKind: "person", resourceId: "evt_1" }]);
    assert.match(textOf(await manager.open(`${path}?state=all`)), /evt_1 Applied/);
  });

  void test("is applied by two people at the same time, and by its provider, only once", async () => {
    const { site, owner, event } = await aFailedEvent();
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    await repairReceipts(site);
    // Both see the form before one of them sends it.
    const replays = await Promise.all([owner, manager].map((browser) => openReplay(browser, "evt_1")));
    const answers = await Promise.all([
      ...replays.map((send) => send()),
      sendTestEvent(site, event),
      sendTestEvent(site, event),
    ]);
    assert.equal(answers.length, 4);
    assert.deepEqual(await resultsOf(site), ["applied"]);
    const [order] = await ordersOf(site);
    assert.match(order!.invoiceNumber!, /-0*41$/);
    assert.equal((await outboxOf(site)).filter(({ type }) => type === "order.paid").length, 1);
  });

  void test("is applied with the others about its payment, in the order in which they arrived", async () => {
    const { site, owner, event } = await aFailedEvent();
    for (const [id, outcome] of [
      ["evt_0", "dispute_opened"],
      ["evt_2", "dispute_won"],
    ] as const) {
      assert.equal((await sendTestEvent(site, { ...event, id, outcome })).statusCode, 500);
    }
    const other = { ...event, id: "evt_other", paymentId: "pay_00000000000000000000000000" };
    await sendTestEvent(site, other);
    await repairReceipts(site);
    await replay(owner, "evt_2");
    const stored = await eventsOf(site);
    assert.deepEqual(
      stored.map(({ messageId, result }) => [messageId, result]),
      [
        ["evt_1", "applied"],
        ["evt_0", "applied"],
        ["evt_2", "applied"],
        ["evt_other", "unknown"],
      ],
    );
    const types = (await outboxOf(site))
      .map(({ type }) => type)
      .filter((type) => /^order\.(paid|disputed)$/.test(type));
    assert.deepEqual(types, ["order.paid", "order.disputed", "order.disputed"]);
    assert.equal((await ordersOf(site))[0]!.status, "paid");
  });

  void test("ends the row of others at the first that fails again", async () => {
    const { site, owner, event } = await aFailedEvent();
    await sendTestEvent(site, { ...event, id: "evt_2", outcome: "dispute_opened" });
    assert.match(textOf(await replay(owner, "evt_2")), /The event could not be applied\./);
    assert.deepEqual(await resultsOf(site), ["failed", "failed"]);
    assert.equal((await ordersOf(site))[0]!.status, "pending");
  });

  void test("about a renewal keeps its period", async () => {
    const { site, operator, owner, stripe } = await aStripeShop();
    const membership = await aMembership(operator);
    await startAtStripe(await site.signedIn(await site.member()), membership.price, stripe);
    const { session, invoice, subscription } = stripe.subscribe();
    await send(site, stripe.event("checkout.session.completed", session));
    await send(site, stripe.event("invoice.paid", invoice));
    await runAgreementChanges(site);
    await breakReceipts(site);
    const renewal = stripe.billing.renew(subscription);
    const failed = stripe.event("invoice.paid", renewal, { eventId: "evt_renewal" });
    assert.equal((await send(site, failed)).statusCode, 500);
    const waiting = (await eventsOf(site)).find(({ result }) => result === "failed");
    assert.equal(waiting!.reference, subscription.id);
    assert.match(textOf(await owner.open(path)), /invoice\.paid Stripe .*Order [A-Z2-9]{10}/);
    await repairReceipts(site);
    assert.match(textOf(await replay(owner, "evt_renewal")), /The event was applied\./);
    const [, renewed] = await renewalsOf(site);
    assert.deepEqual([renewed!.status, renewed!.total], ["paid", 900]);
    const { currentPeriodEnd } = await database.one<{ currentPeriodEnd: Date }>`
      select current_period_end from subscriptions where site_id = ${site.site.id}`;
    assert.equal(currentPeriodEnd.getTime() / 1000, renewal.lines.data[0]!.period.end);
  });
});

void describe("A provider event about a payment that is not known here", () => {
  void test("waits, and is applied once the payment is known, for example after a restore", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const { address } = await checkOut(await site.signedIn(await site.member()), course.plan);
    const event = { id: "evt_1", paymentId: paymentIn(address), outcome: "paid", amount } as const;
    const { id } = site.site;
    await database.run`update payments set provider = 'offline' where site_id = ${id}`;
    assert.equal((await sendTestEvent(site, event)).statusCode, 200);
    assert.match(textOf(await owner.open(path)), /All events were applied\./);
    assert.match(textOf(await replay(owner, "evt_1", "unknown")), /Nothing was changed: the payment is still unknown/);
    assert.deepEqual(await resultsOf(site), ["unknown"]);
    await database.run`update payments set provider = 'test' where site_id = ${id}`;
    assert.match(textOf(await replay(owner, "evt_1", "unknown")), /The event was applied\./);
    assert.equal((await ordersOf(site))[0]!.status, "paid");
    assert.deepEqual(await resultsOf(site), ["applied"]);
  });
});

void describe("The list of provider events", () => {
  void test("is paged, newest first, and refuses cursors of other lists", async () => {
    const { site, owner } = await aShop();
    const key = { siteId: site.site.id, provider: "test", type: "payment.paid", payload: {}, result: "unknown" };
    const made = Array.from({ length: 45 }, (_, index) => ({
      ...key,
      messageId: `evt_${String(index).padStart(2, "0")}`,
      receivedAt: new Date(now().getTime() - 60_000 * Math.floor(index / 3)),
    }));
    await database.run`insert into provider_events ${rows(...made)}`;
    const seen: string[] = [];
    let address: string | undefined = `${path}?state=unknown`;
    const pages: string[] = [];
    while (address !== undefined) {
      const page = await owner.open(address);
      seen.push(...[...page.body.matchAll(/evt_\d\d/g)].map(([id]) => id));
      const next: string | undefined = /href="([^"]*cursor=[^"]*)"/.exec(page.body)?.[1];
      address = next?.replaceAll("&amp;", "&");
      if (address !== undefined) pages.push(address);
    }
    assert.deepEqual(new Set(seen).size, 45);
    assert.equal(seen.length, 45);
    assert.equal(pages.length, 2);
    assert.equal((await owner.open(pages[0]!.replace("unknown", "all"))).status, 400);
    assert.equal((await owner.open(`${path}?cursor=x`)).status, 400);
    assert.doesNotMatch((await owner.open(`${path}?state=all`)).body, /Apply again/, "nothing is stored to apply");
  });

  void test("is for staff, and applies nothing without a valid form", async () => {
    const { site, owner } = await aFailedEvent();
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    assert.equal((await lecturer.open(path)).status, 403);
    const fields = { provider: "test", event: "evt_1" };
    const csrf = csrfOf(await lecturer.open("/account"));
    assert.equal((await lecturer.request("POST", path, { ...fields, csrf })).statusCode, 403);
    assert.equal((await owner.request("POST", path, { ...fields, csrf })).statusCode, 403);
    const own = csrfOf(await owner.open("/account"));
    for (const event of ["evt_2", "", "x".repeat(300)]) {
      assert.equal((await owner.request("POST", path, { ...fields, event, csrf: own })).statusCode, 404, event);
    }
    assert.equal((await owner.request("POST", path, { ...fields, event: "a\0b", csrf: own })).statusCode, 400);
    assert.equal((await owner.request("POST", path, { ...fields, provider: "x", csrf: own })).statusCode, 404);
    assert.deepEqual(await resultsOf(site), ["failed"]);
  });
});
