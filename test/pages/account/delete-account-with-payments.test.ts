import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { day } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { type AMember, type ASite, password } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut } from "../support/buyer.ts";
import { renewalsOf, tick } from "../support/membership.ts";
import { runAgreementChanges, runRefunds } from "../support/run-refunds.ts";
import { aStripeShop, send, startAtStripe } from "../support/stripe-shop.ts";

const plan = {
  plan_type: "installments",
  price: { amount: 10_000, currency: "USD" },
  installments: { count: 3, interval: "month" },
};

const address = "/account/delete";

async function eraseOwnAccount(site: ASite, member: AMember): Promise<string> {
  const browser = await site.signedIn(member);
  const page = await browser.open(address);
  const done = await browser.submit(page, { current: password, understood: "on" }, address);
  assert.match(textOf(done), /Your account is being deleted/);
  return textOf(page);
}

const agreementOf = ({ site }: ASite) =>
  database.one<{ status: string; isOfMember: boolean; unsent: boolean }>`
    select agreements.status, members.deleted_at is null as is_of_member, unsent from billing_agreements agreements
      join members on members.site_id = agreements.site_id and members.id = agreements.member_id
     where agreements.site_id = ${site.id}`;

/** A student whose first installment Stripe has charged. */
async function aStudentAtStripe() {
  const shop = await aStripeShop();
  const { site, stripe, operator } = shop;
  const course = await aPaidCourse(operator, plan);
  const member = await site.member();
  await startAtStripe(await site.signedIn(member), course.plan, stripe);
  const { session, subscription } = stripe.subscribe();
  const tell = async (type: string, object: object) => assertStatus(await send(site, stripe.event(type, object)), 200);
  await tell("checkout.session.completed", session);
  await runAgreementChanges(site);
  return { ...shop, member, subscription, tell };
}

void describe("The deletion of an account with installments", () => {
  void test("says that they end, ends them at Stripe, and refunds what Stripe has charged meanwhile", async () => {
    const { site, stripe, member, subscription, tell } = await aStudentAtStripe();
    const late = stripe.billing.renew(subscription);
    assert.match(await eraseOwnAccount(site, member), /What ends .*\(installments\) Nothing more is charged/);
    assert.deepEqual(await agreementOf(site), { status: "canceled", isOfMember: true, unsent: true });
    await runJobsOf(site);
    await tell("invoice.paid", late);
    await tell("invoice.paid", late);
    await runAgreementChanges(site);
    assert.equal(subscription.status, "canceled");
    await tell("customer.subscription.deleted", subscription);
    assert.deepEqual(await agreementOf(site), { status: "canceled", isOfMember: false, unsent: false });
    await runRefunds(site);
    assert.deepEqual(
      (await renewalsOf(site)).map(({ kind, status }) => [kind, status]),
      [
        ["checkout", "paid"],
        ["renewal", "refunded"],
      ],
    );
  });

  void test("ends them at Stripe too if staff erase the member, and a payment before the erasure is refunded", async () => {
    const { site, stripe, member, subscription, tell } = await aStudentAtStripe();
    const late = stripe.billing.renew(subscription);
    const staff = await operatorOf(site, "members:read members:write");
    const body = { confirm_email: member.email, reason: "Requested by email" };
    assertOk(await staff.post(`/members/${formatId("member", member.id)}/erase`, body, { "if-match": "*" }));
    await tell("invoice.paid", late);
    await runAgreementChanges(site);
    assert.equal(subscription.status, "canceled");
    await runRefunds(site);
    assert.equal((await renewalsOf(site)).at(-1)!.status, "refunded");
    await runJobsOf(site);
  });

  void test("ends those by transfer: the open order is canceled, and no other is placed", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator, plan);
    const member = await site.member();
    await checkOut(await site.signedIn(member), course.plan, { provider: "offline" });
    const path = `/admin/orders/${formatId("order", (await renewalsOf(site)).at(-1)!.id)}`;
    await owner.submit(await owner.open(path), { act: "confirm" }, path);
    await tick(27 * day);
    await eraseOwnAccount(site, member);
    await runJobsOf(site);
    await tick(70 * day);
    assert.deepEqual(
      (await renewalsOf(site)).map(({ status }) => status),
      ["paid", "canceled"],
    );
  });
});
