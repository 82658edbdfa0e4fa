import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailAbout, mailsTo } from "../../support/doubles/mailroom.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { password, postbox } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, ordersOf } from "../support/buyer.ts";
import { aMembership, subscriptionsOf } from "../support/membership.ts";
import { runRefunds } from "../support/run-refunds.ts";
import { anAddress, chosen } from "../support/sign-up-forms.ts";
import { buyFor, deliver, giftFor, giftLink, linkOf, mailedOf, seatsOf, shareOf } from "../support/vouchers.ts";

const enrollmentsOf = (siteId: string) =>
  database.many<{ studentId: string; status: string }>`
    select student_id, status from enrollments where site_id = ${siteId} order by created_at, id`;

const refund = async (
  site: Awaited<ReturnType<typeof aShop>>["site"],
  owner: Awaited<ReturnType<typeof aShop>>["owner"],
  address: string,
) => {
  const staff = address.replace("/orders/", "/admin/orders/");
  const shown = await owner.submit(await owner.open(staff), { act: "reviewRefund", amount: "49", reason: "" }, staff);
  await owner.submit(shown, { act: "refund" }, staff);
  await runRefunds(site);
};

void describe("A gift", () => {
  void test("is mailed after the payment, and gives the course to the recipient only", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const buyer = await site.member({ name: "Ada Byron" });
    const [browser, email] = [await site.signedIn(buyer), anAddress()];
    const order = await buyFor(browser, course.plan, giftFor(email, { message: 'Enjoy <b>it</b> & "sail"' }));
    assert.match(textOf(order), /Thank you for your purchase\./);
    assert.doesNotMatch(textOf(order), /Start now/);
    assert.equal((await enrollmentsOf(site.site.id)).length, 0, "The buyer gets nothing.");
    const share = await shareOf(browser, order);
    assert.match(textOf(share), new RegExp(`We are sending it to ${email}`));
    await deliver();
    const mail = await mailAbout(email, /A gift for you from Ada Byron/);
    assert.match(mail.email.html ?? "", /Enjoy &lt;b&gt;it&lt;\/b&gt; &amp; /);
    assert.equal(await giftLink(email), linkOf(share));
    const staff = await owner.open(order.address.replace("/orders/", "/admin/orders/"));
    assert.match(textOf(staff), new RegExp(`Gift.*Lin Wu \\(${email}\\).*Not redeemed yet`));

    const other = site.browser();
    const page = await other.open(linkOf(share));
    assert.match(textOf(page), /A gift for Lin Wu.*Ada Byron gives you:.*Knots/);
    assert.doesNotMatch(page.body, new RegExp(email), "The link does not tell the address.");
    const mine = anAddress();
    const learning = await other.submit(page, { email: mine }, "/redeem");
    assert.match(learning.body, /Bowline/);
    const again = await site.browser().open(linkOf(share));
    assert.match(textOf(again), /This gift was redeemed\./);
    assert.doesNotMatch(again.body, /action="\/redeem"/);
    assert.match(textOf(await shareOf(browser, order)), /Redeemed/);
    const proof = linkIn((await mailsTo(mine))[0]!);
    const proven = site.browser();
    await proven.submit(await proven.open(proof), { name: "Lin Wu", password: chosen });
    assert.match(textOf(await proven.open("/learn")), /Knots/);
  });

  void test("is redeemed once by many requests at the same time", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const link = linkOf(await shareOf(browser, await buyFor(browser, course.plan, giftFor(anAddress()))));
    const visitors = [1, 2, 3, 4].map(() => site.browser());
    const pages = await Promise.all(visitors.map((visitor) => visitor.open(link)));
    const taken = await Promise.all(
      visitors.map((visitor, index) => visitor.submit(pages[index]!, { email: anAddress() }, "/redeem")),
    );
    assert.deepEqual(
      taken.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409, 409, 409],
    );
    assert.equal((await enrollmentsOf(site.site.id)).length, 1);
  });

  void test("waits for its date, and goes to a corrected address when the buyer sends it", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const [wrong, right] = [anAddress(), anAddress()];
    const date = new Date(Date.now() + 5 * day).toISOString().slice(0, 10);
    const order = await buyFor(browser, course.plan, giftFor(wrong, { date }));
    await deliver();
    const share = await shareOf(browser, order);
    assert.match(textOf(share), new RegExp(`We email it to ${wrong} on`));
    await later(6 * day, deliver);
    const first = await giftLink(wrong);
    await browser.submit(share, { act: "renew" }, share.address);
    const sent = await browser.submit(await shareOf(browser, order), { act: "send", email: right }, share.address);
    assert.match(textOf(sent), /The gift is on its way\./);
    await deliver();
    assert.equal((await site.browser().open(first)).status, 404, "The old link has ended.");
    assert.equal((await site.browser().open(await giftLink(right))).status, 200);
  });

  void test("is mailed when the account of its buyer is deleted, whatever its date, and can be redeemed", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const buyer = await site.member({ name: "Ada Byron" });
    const [browser, email] = [await site.signedIn(buyer), anAddress()];
    const date = new Date(now().getTime() + 40 * day).toISOString().slice(0, 10);
    await buyFor(browser, course.plan, giftFor(email, { date }));
    await deliver();
    assert.deepEqual(await mailedOf(site), [false]);
    const page = await browser.open("/account/delete");
    await browser.submit(page, { current: password, understood: "on" }, "/account/delete");
    await runJobsOf(site, { mail: postbox });
    assert.deepEqual(await mailedOf(site), [true]);
    await mailAbout(email, /A gift for you from Ada Byron/);
    const other = site.browser();
    const gift = await other.open(await giftLink(email));
    assert.match((await other.submit(gift, { email: anAddress() }, "/redeem")).body, /Bowline/);
  });

  void test("gives the first period of a membership, which is not charged again", async () => {
    const { site, operator } = await aShop();
    const membership = await aMembership(operator, { plan: { trial_days: 7 } });
    const browser = await site.signedIn(await site.member());
    const order = await buyFor(browser, membership.price, giftFor(anAddress()));
    assert.equal((await ordersOf(site))[0]!.total, 900);
    const recipient = await site.signedIn(await site.member());
    const page = await recipient.open(linkOf(await shareOf(browser, order)));
    await recipient.submit(page, {}, "/redeem");
    const [subscription] = await subscriptionsOf(site);
    assert.equal(subscription?.status, "active");
    assert.ok(subscription.endsAt, "It ends with the period that was paid.");
  });

  void test("ends with the refund of its order, redeemed or not", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const [first, second] = [
      await buyFor(browser, course.plan, giftFor(anAddress())),
      await buyFor(browser, course.plan, giftFor(anAddress())),
    ];
    const unused = linkOf(await shareOf(browser, first));
    const used = linkOf(await shareOf(browser, second));
    const recipient = await site.signedIn(await site.member());
    await recipient.submit(await recipient.open(used), {}, "/redeem");
    await refund(site, owner, first.address);
    assert.match(textOf(await site.browser().open(unused)), /This link has ended\./);
    await deliver();
    assert.deepEqual(await mailedOf(site), [false, false], "Nothing is mailed of what ended or was redeemed.");
    assert.equal((await enrollmentsOf(site.site.id))[0]!.status, "active");
    await refund(site, owner, second.address);
    assert.equal((await enrollmentsOf(site.site.id))[0]!.status, "revoked");
    assert.deepEqual(
      (await seatsOf(site)).map(({ endedFor }) => endedFor),
      ["refund", "refund"],
    );
  });

  void test("refuses an incomplete recipient, and stays with a buyer who has the course", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${course.plan}&for=gift`);
    const refused = await browser.submit(page, { provider: "test", ...giftFor("stranger") }, "/checkout");
    assert.equal(refused.status, 422);
    assert.match(textOf(refused), /Enter the name of the recipient and a complete email address\./);
    const link = linkOf(await shareOf(browser, await buyFor(browser, course.plan, giftFor(anAddress()))));
    await browser.submit(await browser.open(link), {}, "/redeem");
    const second = linkOf(await shareOf(browser, await buyFor(browser, course.plan, giftFor(anAddress()))));
    const owned = await browser.submit(await browser.open(second), {}, "/redeem");
    assert.match(textOf(owned), /You have this already, so you cannot redeem it\./);
    assert.equal((await seatsOf(site)).filter(({ memberId }) => memberId === null).length, 1);
  });
});
