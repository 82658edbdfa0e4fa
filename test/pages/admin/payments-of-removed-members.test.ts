import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { assertOk } from "../../support/assert-status.ts";
import { day } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, ordersOf } from "../support/buyer.ts";
import { aMembership, tick } from "../support/membership.ts";

const installments = { plan_type: "installments", installments: { count: 3, interval: "month" } };

const agreementsOf = async ({ site }: ASite) =>
  (
    await database.many<{ status: string }>`
      select status from billing_agreements where site_id = ${site.id} order by created_at, id`
  ).map(({ status }) => status);

/** A member who pays a membership and installments, and the page of the member for the owner. */
async function aPayingMember({ membership = true } = {}) {
  const { site, operator, owner } = await aShop();
  const course = await aPaidCourse(operator, installments);
  const crew = await aMembership(operator);
  const member = await site.member();
  const browser = await site.signedIn(member);
  for (const item of membership ? [course.plan, crew.price] : [course.plan]) {
    await checkOut(browser, item, { provider: "offline" });
    const order = `/admin/orders/${formatId("order", (await ordersOf(site)).at(-1)!.id)}`;
    await owner.submit(await owner.open(order), { act: "confirm" }, order);
  }
  return { site, owner, member, path: `/admin/members/${formatId("member", member.id)}` };
}

void describe("The payments of a member whom staff removes", () => {
  void test("are named before, and end with the removal: nothing is charged later", async () => {
    const { site, owner, path } = await aPayingMember();
    assert.deepEqual(await agreementsOf(site), ["active", "active"]);
    const form = await owner.open(`${path}/delete`);
    const said =
      /Memberships that end: 1 \(Crew\)\. Installment plans that end: 1 \(Knots \(Full\)\)\. Nothing more is/;
    assert.match(textOf(form), said);
    assert.doesNotMatch(textOf(form), /Cancel subscriptions|active subscriptions/);
    const removed = await owner.submit(form, {}, `${path}/delete`);
    assert.match(removed.address, /^\/admin\/members/);
    assert.deepEqual(await agreementsOf(site), ["canceled", "canceled"]);
    await tick(70 * day);
    assert.equal((await ordersOf(site)).length, 2, "No further payment is asked for.");
  });

  void test("end when an application removes a member who pays installments", async () => {
    const { site, member } = await aPayingMember({ membership: false });
    const staff = await operatorOf(site, "members:read members:write");
    assertOk(await staff.delete(`/members/${formatId("member", member.id)}`, { "if-match": "*" }));
    assert.deepEqual(await agreementsOf(site), ["canceled"]);
  });

  void test("continue while a member is suspended, and the form says so", async () => {
    const { site, owner, path } = await aPayingMember();
    const form = await owner.open(`${path}/suspend`);
    assert.match(
      textOf(form),
      /Payments that continue while the member is suspended: 2 \(.*Crew.*Knots \(Full\).*\)\./,
    );
    await owner.submit(form, {}, `${path}/suspend`);
    assert.deepEqual(await agreementsOf(site), ["active", "active"]);
  });

  void test("are not mentioned for a member without any", async () => {
    const { site, owner } = await aShop();
    const path = `/admin/members/${formatId("member", (await site.member()).id)}`;
    for (const act of ["delete", "suspend"]) {
      assert.doesNotMatch(textOf(await owner.open(`${path}/${act}`)), /that end|that continue|charged/);
    }
  });
});
