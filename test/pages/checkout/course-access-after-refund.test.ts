import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import type { AMember } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, decide, ordersOf, paymentIn, sendTestEvent } from "../support/buyer.ts";
import { created, type Made } from "../support/free-school.ts";
import { aMembershipPlan, subscribed } from "../support/course-membership.ts";
import { amount } from "../support/payments.ts";
import { runRefunds } from "../support/run-refunds.ts";

/** A shop with one course, which a membership includes too. */
async function aSchoolWithMemberships() {
  const { site, operator, owner } = await aShop();
  const course = await aPaidCourse(operator);
  const plan = await aMembershipPlan(operator, { all_courses: true });

  async function buy(member: AMember) {
    const browser = await site.signedIn(member);
    const provider = await checkOut(browser, course.plan);
    const order = await decide(browser, provider, "paid");
    return { paymentId: paymentIn(provider.address), staffPage: order.address.replace("/orders/", "/admin/orders/") };
  }
  const submit = async (staffPage: string, fields: Record<string, string>) =>
    owner.submit(await owner.open(staffPage), { reason: "", ...fields }, staffPage);
  let events = 0;
  return {
    site,
    open: (address: string) => owner.open(address),
    subscribe: (member: AMember) => subscribed(site, member, plan),
    buy,
    submit,
    async refund(staffPage: string, part: string): Promise<void> {
      await submit(staffPage, { act: "refund", amount: part, access: "end" });
      await runRefunds(site);
    },
    dispute: (paymentId: string, outcome: "dispute_opened" | "dispute_won") =>
      sendTestEvent(site, { id: `event_${events++}`, paymentId, outcome, amount }),
    /** Subscribes the member, who then starts the course. */
    async startByMembership(member: AMember): Promise<void> {
      await subscribed(site, member, plan);
      const browser = await site.signedIn(member);
      const [, lecture] = /href="(\/learn\/[^"]+\/lec_\w+)/.exec((await browser.open(`/learn/${course.slug}`)).body)!;
      const started = await browser.submit(await browser.open(lecture!), {}, `/learn/${course.slug}/start`);
      assert.match(started.body, /A loop\./);
    },
    async statusOf({ id }: AMember): Promise<string> {
      const { status } = await database.one<{ status: string }>`
        select status from enrollments where site_id = ${site.id} and student_id = ${id}`;
      return status;
    },
    attentions: async () => (await ordersOf(site)).map(({ attention }) => attention),
  };
}

void test("A course that a membership has opened again stays open after a second refund and a dispute", async () => {
  const school = await aSchoolWithMemberships();
  const member = await school.site.member();
  const { paymentId, staffPage } = await school.buy(member);
  await school.refund(staffPage, "9");
  assert.equal(await school.statusOf(member), "revoked");
  await school.startByMembership(member);
  const review = await school.submit(staffPage, { act: "reviewRefund", amount: "10", access: "end" });
  assert.match(textOf(review), /Access stays as it is\./);
  await school.refund(staffPage, "10");
  assert.equal(await school.statusOf(member), "active");
  for (const outcome of ["dispute_opened", "dispute_won"] as const) {
    await school.dispute(paymentId, outcome);
    assert.equal(await school.statusOf(member), "active", outcome);
  }
  assert.deepEqual(await school.attentions(), [null]);
});

void test("A dispute that the school wins restores only the access that the dispute ended", async () => {
  const school = await aSchoolWithMemberships();
  const staff = await operatorOf(school.site, "students:read students:write");
  const revokeByStaff = async ({ id }: AMember) => {
    const { data } = await created<{ data: Made[] }>(staff.get(`/enrollments?student_id=${formatId("member", id)}`));
    await created(staff.post(`/enrollments/${data[0]!.id}/revoke`));
  };
  const cases = [
    { before: () => Promise.resolve(), after: "active" },
    { before: (_member: AMember, page: string) => school.refund(page, "9"), after: "revoked" },
    { before: revokeByStaff, after: "revoked" },
  ];
  for (const { before, after } of cases) {
    const member = await school.site.member();
    const { paymentId, staffPage } = await school.buy(member);
    await before(member, staffPage);
    await school.dispute(paymentId, "dispute_opened");
    assert.equal(await school.statusOf(member), "revoked");
    await school.dispute(paymentId, "dispute_won");
    assert.equal(await school.statusOf(member), after);
  }
  assert.deepEqual(await school.attentions(), [null, null, null]);
});

void test("A course that was bought again is ended by refunds of the newer order only", async () => {
  const school = await aSchoolWithMemberships();
  const member = await school.site.member();
  const first = await school.buy(member);
  await school.refund(first.staffPage, "9");
  const second = await school.buy(member);
  await school.refund(first.staffPage, "10");
  await school.dispute(first.paymentId, "dispute_opened");
  assert.equal(await school.statusOf(member), "active");
  await school.dispute(first.paymentId, "dispute_won");
  assert.deepEqual(await school.attentions(), ["not_fulfilled", null], "The member has paid twice.");
  await school.refund(second.staffPage, "49");
  assert.equal(await school.statusOf(member), "revoked");
});

void test("Staff and the student read that a membership keeps the course open, or that access has ended", async () => {
  const school = await aSchoolWithMemberships();
  const cases = [
    { isSubscribed: true, reviewed: /by the membership .*Crew/, told: /Your access stays as it is\./ },
    { isSubscribed: false, reviewed: /Access ends immediately\./, told: /Your access to it has ended\./ },
  ];
  for (const { isSubscribed, reviewed, told } of cases) {
    const member = await school.site.member();
    const { staffPage } = await school.buy(member);
    if (isSubscribed) await school.subscribe(member);
    const review = await school.submit(staffPage, { act: "reviewRefund", amount: "49", access: "policy" });
    assert.match(textOf(review), reviewed);
    await school.refund(staffPage, "49");
    const mails = await mailsTo(member.email, 3);
    const mail = mails.find(({ email }) => email.subject?.startsWith("Refund of order"));
    assert.match(mail?.email.text ?? "", /has refunded \$49 of your order: Knots/);
    assert.match(mail?.email.text ?? "", told);
    const inbox = textOf(await (await school.site.signedIn(member)).open("/account/notifications"));
    assert.match(inbox, /\$49 was refunded The refund is for “Knots \(Full\)”\./);
    assert.match(inbox, told);
    assert.equal(mails.filter(({ email }) => email.text?.includes("refunded")).length, 1, "One email says it.");
  }
});

void test("The form of a refund says what the refund policy does", async () => {
  const school = await aSchoolWithMemberships();
  const { staffPage } = await school.buy(await school.site.member());
  assert.match(textOf(await school.open(staffPage)), /By the refund policy: end immediately/);
});
