import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { revoke } from "#domain/learning/enrollments/move-enrollment.ts";
import { aMembershipPlan, subscribed } from "../../pages/support/course-membership.ts";
import { aPaidCourse, aShop, checkOut, decide, ordersOf, paymentIn, sendTestEvent } from "../../pages/support/buyer.ts";
import { amount } from "../../pages/support/payments.ts";
import { runRefunds } from "../../pages/support/run-refunds.ts";
import { database } from "../../support/databases/database.ts";
import { type AMember, aSite, type ASite } from "../../support/world.ts";
import { differencesBetween } from "./same-archives.ts";
import { asCommand, exportedSite, importedSite, openedArchive } from "./support.ts";

const statusOf = async ({ site }: ASite, memberId: string): Promise<string> => {
  const { status } = await database.one<{ status: string }>`
    select status from enrollments where site_id = ${site.id} and student_id = ${memberId}`;
  return status;
};

let events = 0;
const dispute = (site: ASite, paymentId: string, outcome: "dispute_opened" | "dispute_won") =>
  sendTestEvent(site, { id: `event_${events++}`, paymentId, outcome, amount });

void test("Refunds, disputes and memberships change imported enrollments like those of the first site", async () => {
  const { site, operator, owner } = await aShop();
  const course = await aPaidCourse(operator);
  const plan = await aMembershipPlan(operator, { all_courses: true });
  async function buyer() {
    const member = await site.member();
    const browser = await site.signedIn(member);
    const provider = await checkOut(browser, course.plan);
    const order = await decide(browser, provider, "paid");
    return {
      member,
      paymentId: paymentIn(provider.address),
      staffPage: order.address.replace("/orders", "/admin/orders"),
    };
  }
  const refund = async (staffPage: string) => {
    const fields = { act: "refund", reason: "", amount: "9", access: "end" };
    await owner.submit(await owner.open(staffPage), fields, staffPage);
    await runRefunds(site);
  };
  const [disputed, refunded, revoked, paid, again] = [
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
  ];
  await refund(refunded.staffPage);
  const { id } = await database.one<{ id: string }>`
    select id from enrollments where site_id = ${site.id} and student_id = ${revoked.member.id}`;
  await database.transaction((db) => revoke({ ...asCommand(site), db }, id, "Left"));
  for (const { paymentId } of [disputed, revoked]) await dispute(site, paymentId, "dispute_opened");
  // The second purchase gives the course, so that a dispute of the first one leaves it open.
  await refund(again.staffPage);
  const browser = await site.signedIn(again.member);
  await decide(browser, await checkOut(browser, course.plan), "paid");
  for (const { member } of [disputed, refunded, revoked]) assert.equal(await statusOf(site, member.id), "revoked");

  const archive = await exportedSite(site);
  const target = await aSite();
  const run = await importedSite(target, archive);
  assert.deepEqual(run.reported, []);
  const [before, afterwards] = [await openedArchive(archive), await openedArchive(await exportedSite(target))];
  const differences = await differencesBetween(before, afterwards, run);
  // Settings of the operator are no part of an archive.
  assert.deepEqual(
    differences.filter((difference) => !difference.startsWith("school ")),
    [],
  );

  await aShop(target);
  const here = ({ member }: { member: AMember }): AMember => ({
    ...member,
    id: parseId("member", run.ids.get(formatId("member", member.id))!)!,
  });
  const paymentOf = async (one: { member: AMember }): Promise<string> => {
    const payment = await database.one<{ id: string }>`
      select payments.id from payments join orders on orders.site_id = ${target.id} and orders.id = payments.order_id
       where payments.site_id = ${target.id} and orders.member_id = ${here(one).id} order by payments.created_at limit 1`;
    return formatId("payment", payment.id);
  };
  for (const one of [disputed, revoked]) await dispute(target, await paymentOf(one), "dispute_won");
  for (const one of [paid, again]) await dispute(target, await paymentOf(one), "dispute_opened");
  await subscribed(target, here(refunded), { ...plan, id: run.ids.get(plan.id)! });
  // Signing in with the password of the first site would do the same.
  await database.run`
    update members set account_id = ${refunded.member.accountId}, status = 'active'
     where site_id = ${target.id} and id = ${here(refunded).id}`;
  const student = await target.signedIn(here(refunded));
  const learning = await student.open(`/learn/${course.slug}`);
  const [, lecture] = /href="(\/learn\/[^"]+\/lec_\w+)/.exec(learning.body) ?? assert.fail(learning.address);
  const read = await student.open(lecture!);
  assert.match(read.body, /A loop\./);
  // Reading changes nothing. The student starts the course, which gives it by the membership.
  await student.submit(read, {}, `/learn/${course.slug}/start`);

  const expected: [{ member: AMember }, string][] = [
    [disputed, "active"],
    [revoked, "revoked"],
    [paid, "revoked"],
    [again, "active"],
    [refunded, "active"],
  ];
  for (const [one, status] of expected) assert.equal(await statusOf(target, here(one).id), status);
  const attentions = (await ordersOf(target)).map(({ attention }) => attention);
  assert.ok(!attentions.includes("not_fulfilled"), JSON.stringify(attentions));
});
