import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { processAllDueSubscriptions } from "#domain/memberships/subscriptions/jobs/process-due-subscriptions.ts";
import { addMember } from "#domain/people/members/operations.ts";
import { createMembershipPlan } from "#domain/offers/membership-plans/save-membership-plan.ts";
import { createMembershipPricing } from "#domain/offers/membership-pricings/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { updateSubscription } from "#domain/memberships/subscriptions/change-subscription.ts";
import { grantSubscription } from "#domain/memberships/subscriptions/grant-subscription.ts";
import { getSubscription } from "#domain/memberships/subscriptions/list-subscriptions.ts";
import { addPeriods } from "#domain/memberships/subscriptions/periods.ts";
import { cancelSubscription, pauseSubscription } from "#domain/memberships/subscriptions/subscription-states.ts";
import { day, minute } from "../support/clock.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

import { aSiteContext } from "./support.ts";

const start = new Date("2027-01-31T12:00:00.000Z");
const inDays = (days: number) => new Date(start.getTime() + days * day);

void describe("A subscription over time", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
  });
  after(() => installation.close());

  /** Creates a plan at a school and a subscription to it that begins at `start`. */
  async function aSubscription(plan: object, fields: object = {}) {
    const context: RequestContext = { ...(await aSiteContext(database))(), now: start };
    const email = `${newId()}@school.example`;
    const member = await perform(addMember, context, { email, roles: ["student"], name: "Ada" });
    const made = await perform(createMembershipPlan, context, { name: "Crew", status: "active", ...plan });
    const [memberId, planId] = [formatId("member", member.id), formatId("membershipPlan", made.id)];
    const { id } = await perform(grantSubscription, context, { memberId, planId, ...fields });
    return { context, id: formatId("subscription", id), planId, memberId: member.id };
  }
  type ASubscription = Awaited<ReturnType<typeof aSubscription>>;

  /** Runs the job of one minute in two processes at the same time. */
  async function at(now: Date, { context, id }: ASubscription) {
    await Promise.all([processAllDueSubscriptions(database, now), processAllDueSubscriptions(database, now)]);
    return perform(getSubscription, { ...context, now }, { id });
  }
  const typesOf = async ({ context: { site } }: ASubscription) => {
    const events = await database.many<{ type: string }>`
      select type from outbox_events where site_id = ${site.id} and type like 'subscription.%' order by created_at, id`;
    return events.map(({ type }) => type.replace("subscription.", ""));
  };
  const notificationsOf = async ({ context: { site }, memberId }: ASubscription) => {
    const notifications = await database.many<{ template: string }>`
      select template from notifications
       where site_id = ${site.id} and member_id = ${memberId} and topic = 'subscription_update' order by created_at, id`;
    return notifications.map(({ template }) => template);
  };
  const subscribersOf = async ({ context: { site, db } }: ASubscription) =>
    (await db.first<{ count: number }>`
      select subscriber_count as count from membership_plans where site_id = ${site.id}`)!.count;

  void test("renews month by month, once each, and finds the current period after a long pause", async () => {
    const monthly = await aSubscription({ planType: "recurring" });
    assert.deepEqual((await at(inDays(27), monthly)).currentPeriodEnd, new Date("2027-02-28T12:00:00.000Z"));
    const second = await at(new Date("2027-02-28T12:00:00.000Z"), monthly);
    assert.deepEqual(
      [second.currentPeriodStart, second.currentPeriodEnd],
      [new Date("2027-02-28T12:00:00.000Z"), new Date("2027-03-31T12:00:00.000Z")],
    );
    assert.deepEqual(await typesOf(monthly), ["created", "renewed"]);
    const later = await at(new Date("2028-06-15T00:00:00.000Z"), monthly);
    assert.deepEqual(
      [later.currentPeriodStart, later.currentPeriodEnd],
      [new Date("2028-05-31T12:00:00.000Z"), new Date("2028-06-30T12:00:00.000Z")],
    );
    assert.deepEqual(await typesOf(monthly), ["created", "renewed", "renewed"]);
    assert.equal(await subscribersOf(monthly), 1);
  });

  void test("changes its price with its next period", async () => {
    const monthly = await aSubscription({ planType: "recurring" });
    const price = { price: { amount: 900, currency: "USD" }, interval: "year" };
    const yearly = await perform(createMembershipPricing, monthly.context, { plan: monthly.planId, ...price });
    const pricingId = formatId("membershipPricing", yearly.id);
    await perform(updateSubscription, monthly.context, { id: monthly.id, pricingId });
    const renewed = await at(new Date("2027-02-28T12:00:00.000Z"), monthly);
    assert.deepEqual(
      [renewed.pricingId, renewed.nextPricingId, renewed.currentPeriodEnd],
      [yearly.id, null, new Date("2028-02-28T12:00:00.000Z")],
    );
  });

  void test("begins at its start time, with a trial whose end is announced three days before", async () => {
    const trial = await aSubscription({ planType: "recurring" }, { startsAt: inDays(5).toISOString(), trialDays: 10 });
    assert.equal((await at(inDays(4), trial)).status, "incomplete");
    assert.deepEqual(await notificationsOf(trial), []);
    assert.equal((await at(inDays(5), trial)).status, "trialing");
    assert.deepEqual(await notificationsOf(trial), ["subscription_started"]);
    await at(inDays(11), trial);
    assert.deepEqual(await typesOf(trial), ["created", "updated"]);
    await at(inDays(12), trial);
    await at(inDays(13), trial);
    assert.deepEqual(await typesOf(trial), ["created", "updated", "trial_ending"]);
    const active = await at(inDays(15), trial);
    assert.deepEqual([active.status, active.currentPeriodStart], ["active", inDays(15)]);
    assert.deepEqual(await typesOf(trial), ["created", "updated", "trial_ending", "activated"]);
    assert.deepEqual(await notificationsOf(trial), ["subscription_started", "trial_ending"]);
  });

  void test("expires at the end of its term, and is canceled if that was scheduled", async () => {
    const term = await aSubscription({ planType: "specific_length", lengthDays: 10 });
    assert.equal((await at(new Date(inDays(10).getTime() - minute), term)).status, "active");
    assert.equal((await at(inDays(10), term)).status, "expired");
    assert.deepEqual(
      [await typesOf(term), await notificationsOf(term)],
      [
        ["created", "expired"],
        ["subscription_started", "subscription_ended"],
      ],
    );
    assert.equal(await subscribersOf(term), 0);

    const canceled = await aSubscription({ planType: "recurring" });
    await perform(cancelSubscription, canceled.context, { id: canceled.id, mode: "at_period_end" });
    // A late run does not renew a subscription that is scheduled for cancellation.
    const ended = await at(inDays(300), canceled);
    assert.deepEqual(
      [ended.status, ended.canceledAt, ended.endsAt],
      ["canceled", new Date("2027-02-28T12:00:00.000Z"), new Date("2027-02-28T12:00:00.000Z")],
    );
    assert.deepEqual(await typesOf(canceled), ["created", "cancel_scheduled", "canceled"]);
    assert.deepEqual(await notificationsOf(canceled), [
      "subscription_started",
      "subscription_canceled",
      "subscription_ended",
    ]);
  });

  void test("stays paused until it is resumed, and then begins a new period", async () => {
    const paused = await aSubscription({ planType: "recurring" });
    await perform(pauseSubscription, paused.context, { id: paused.id, resumeAt: inDays(60).toISOString() });
    assert.equal((await at(inDays(50), paused)).status, "paused");
    assert.deepEqual(await notificationsOf(paused), ["subscription_started", "subscription_paused"]);
    const resumed = await at(inDays(60), paused);
    assert.equal((await notificationsOf(paused)).at(-1), "subscription_resumed");
    assert.deepEqual([resumed.status, resumed.pausedUntil, resumed.currentPeriodStart], ["active", null, inDays(60)]);
    assert.deepEqual(await typesOf(paused), ["created", "paused", "resumed"]);
  });

  void test("A subscription that cannot be processed does not block others and is retried", async () => {
    const [broken, fine] = [
      await aSubscription({ planType: "specific_length", lengthDays: 10 }),
      await aSubscription({ planType: "specific_length", lengthDays: 11 }),
    ];
    const { site } = broken.context;
    // A pending charge, which the clock cannot resolve.
    await database.run`
      update subscriptions set status = 'past_due', ends_at = null, due_at = ${inDays(9)} where site_id = ${site.id}`;
    await assert.rejects(processAllDueSubscriptions(database, inDays(11)), { name: "AggregateError" });
    assert.equal((await perform(getSubscription, fine.context, { id: fine.id })).status, "expired");
  });
});

void test("A month that is too short for the billing day ends on its last day, and later months are not shortened", () => {
  const monthly = { interval: "month", intervalCount: 1, timeZone: "UTC" } as const;
  const ends = [1, 2, 3, 13].map((times) => addPeriods(start, monthly, times).toISOString().slice(0, 10));
  assert.deepEqual(ends, ["2027-02-28", "2027-03-31", "2027-04-30", "2028-02-29"]);
  const daily = { interval: "day", intervalCount: 3, timeZone: "UTC" } as const;
  assert.deepEqual(addPeriods(start, daily, 2), inDays(6));
  const ages = addPeriods(start, { interval: "year", intervalCount: 9000, timeZone: "UTC" }, 1);
  assert.equal(ages.getUTCFullYear(), 9999);
});
