import { saveAccount } from "#domain/sales/payments/account.ts";
import type { TestEvent } from "#domain/sales/payments/test-provider.ts";
import { payments } from "../../../support/world.ts";
import { aPaidCourse, checkOut, paymentIn, sendTestEvent, turnIntoTestSite } from "../../../pages/support/buyer.ts";
import { aMembership, tick } from "../../../pages/support/membership.ts";
import { day } from "../../../support/clock.ts";
import type { Operator } from "../operator.ts";
import { type Causes, done } from "./causes.ts";

/** Switches the test provider on. */
async function useTestProvider({ site }: Operator): Promise<void> {
  await turnIntoTestSite(site);
  const account = { provider: "test", enabled: true, settings: {} } as const;
  await saveAccount({ ...site.context(), payments }, { ...account, credentials: { signingSecret: "secret" } });
}

/** A member orders a course and the test provider sends these messages. Only the last one counts. */
const outcomes =
  (...of: readonly TestEvent["outcome"][]) =>
  async (operator: Operator) => {
    const { site } = operator;
    await useTestProvider(operator);
    const course = await aPaidCourse(operator);
    const paymentId = paymentIn((await checkOut(await site.signedIn(await site.member()), course.plan)).address);
    const amount = { amount: 4900, currency: "USD" };
    const send = (outcome: TestEvent["outcome"]) =>
      sendTestEvent(site, { id: `${paymentId} ${outcome}`, paymentId, outcome, amount });
    for (const outcome of of.slice(0, -1)) await send(outcome);
    return () => send(of.at(-1)!);
  };

/** A member does not pay the second month of a membership. */
async function anUnpaidRenewal(operator: Operator) {
  const { site } = operator;
  await useTestProvider(operator);
  const membership = await aMembership(operator);
  const { address } = await checkOut(await site.signedIn(await site.member()), membership.price);
  const amount = { amount: 900, currency: "USD" };
  await sendTestEvent(site, { id: "first", paymentId: paymentIn(address), outcome: "paid", amount });
  return () => tick(32 * day);
}

/** A member pays an order with the only use of a coupon. */
async function anOrderWithCoupon(operator: Operator) {
  const { site } = operator;
  await useTestProvider(operator);
  const course = await aPaidCourse(operator);
  const code = `HALF-${course.id.slice(-8)}`;
  const discount = { kind: "percent", percent: 50 };
  await done(operator.post("/coupons", { code, discount, max_redemptions: 1 }));
  const paymentId = paymentIn(
    (await checkOut(await site.signedIn(await site.member()), course.plan, {}, code)).address,
  );
  const amount = { amount: 2450, currency: "USD" };
  return () => sendTestEvent(site, { id: `${paymentId} paid`, paymentId, outcome: "paid", amount });
}

export const causesOfCheckout: Causes = {
  "order.payment_failed": outcomes("failed"),
  "order.expired": outcomes("expired"),
  "subscription.past_due": anUnpaidRenewal,
  "order.disputed": outcomes("paid", "dispute_opened"),
  "coupon.redeemed": anOrderWithCoupon,
  "coupon.exhausted": anOrderWithCoupon,
};
