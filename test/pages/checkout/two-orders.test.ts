import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import type { ASite } from "../../support/world.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { created } from "../support/free-school.ts";
import { aPaidCourse, aShop, checkOut, decide } from "../support/buyer.ts";
import { runRefunds } from "../support/run-refunds.ts";

/**
 * A member who bought an item, and bought it again as a guest with the same address. Returns both orders. `mails`: about
 * both orders and the course.
 */
async function boughtTwice(site: ASite, items: [string, string], mails = 3): Promise<[Page, Page]> {
  const member = await site.member();
  const own = await site.signedIn(member);
  const first = await decide(own, await checkOut(own, items[0]), "paid");
  const guest = site.browser();
  const second = await decide(guest, await checkOut(guest, items[1], { email: member.email }), "paid");
  const browser = site.browser();
  const proof = (await mailsTo(member.email, mails)).find(({ email }) => email.text?.includes("/purchase/confirm"));
  await browser.submit(await browser.open(linkIn(proof!)), {});
  return [first, second];
}

async function refund(site: ASite, owner: TestBrowser, { address }: Page, amount = "49"): Promise<void> {
  const staff = address.replace("/orders/", "/admin/orders/");
  const shown = await owner.submit(await owner.open(staff), { act: "reviewRefund", amount, reason: "" }, staff);
  await owner.submit(shown, { act: "refund" }, staff);
  await runRefunds(site);
}

const enrollmentOf = ({ site }: ASite) =>
  database.one<{ status: string; expiresAt: Date | null; count: number }>`
    select status, expires_at, count(*) over ()::integer as count from enrollments where site_id = ${site.id}`;

void describe("A course that a member bought twice", () => {
  for (const order of ["first", "second"] as const) {
    void test(`stays open after the refund of the ${order} order, and ends with the other one`, async () => {
      const { site, operator, owner } = await aShop();
      const course = await aPaidCourse(operator);
      const [first, second] = await boughtTwice(site, [course.plan, course.plan]);
      assert.equal((await enrollmentOf(site)).count, 1);
      await refund(site, owner, order === "first" ? first : second);
      assert.equal((await enrollmentOf(site)).status, "active");
      await refund(site, owner, order === "first" ? second : first);
      assert.equal((await enrollmentOf(site)).status, "revoked");
    });
  }

  void test("has the term of the order that is left", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const price = { amount: 4900, currency: "USD" };
    const access = { kind: "days", days: 30 };
    const short = await created(
      operator.post(`/courses/${course.id}/plans`, { name: "Month", plan_type: "one_time", price, access }),
    );
    const [, lifetime] = await boughtTwice(site, [short.id, course.plan]);
    assert.equal((await enrollmentOf(site)).expiresAt, null);
    await refund(site, owner, lifetime);
    const { status, expiresAt } = await enrollmentOf(site);
    assert.equal(status, "active");
    assert.ok(expiresAt, "It ends with the month that was paid.");
  });
});

void test("A download that a member bought twice stays after the refund of one order", async () => {
  const { site, operator, owner } = await aShop();
  const price = { amount: 4900, currency: "USD" };
  const product = await created(operator.post("/digital_products", { name: "Charts", price }));
  // Without a file, which the operation asks for.
  await database.run`update digital_products set status = 'published' where site_id = ${site.site.id}`;
  const [first, second] = await boughtTwice(site, [product.id, product.id], 2);
  const granted = async () =>
    (
      await database.one<{ count: number }>`
        select count(*)::integer as count from digital_product_grants
         where site_id = ${site.site.id} and deleted_at is null`
    ).count;
  assert.equal(await granted(), 1);
  await refund(site, owner, first);
  assert.equal(await granted(), 1);
  await refund(site, owner, second);
  assert.equal(await granted(), 0);
});
