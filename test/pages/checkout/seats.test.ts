import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, ordersOf } from "../support/buyer.ts";
import { anAddress } from "../support/sign-up-forms.ts";
import { buyFor, linkOf, shareOf } from "../support/vouchers.ts";

const statusesOf = async (siteId: string): Promise<string[]> =>
  (
    await database.many<{ status: string }>`
      select status from enrollments where site_id = ${siteId} order by created_at, id`
  ).map(({ status }) => status);

void describe("Seats for a group", () => {
  void test("are taken with one link by as many people as were paid, also at the same time", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member({ name: "Ada Byron" }));
    const checkout = await browser.open(`/checkout?item=${course.plan}&for=seats&seats=3`);
    assert.match(textOf(checkout), /Knots \(Full\) × 3 \$147/);
    const order = await buyFor(browser, course.plan, { for: "seats", seats: "3" });
    assert.equal((await ordersOf(site))[0]!.total, 3 * 4900);
    const share = await shareOf(browser, order);
    assert.match(textOf(share), /0 of 3 seats taken/);
    const people = [1, 2, 3, 4, 5, 6].map(() => ({ visitor: site.browser(), email: anAddress() }));
    const pages = await Promise.all(people.map(({ visitor }) => visitor.open(linkOf(share))));
    assert.match(textOf(pages[0]!), /Ada Byron sees your name and email address/);
    const taken = await Promise.all(
      people.map(({ visitor, email }, index) => visitor.submit(pages[index]!, { email }, "/redeem")),
    );
    const winners = people.filter((_person, index) => taken[index]!.status === 200);
    assert.equal(winners.length, 3);
    assert.deepEqual(await statusesOf(site.site.id), ["active", "active", "active"]);
    const after = textOf(await shareOf(browser, order));
    assert.match(after, /3 of 3 seats taken/);
    for (const { email } of winners) assert.ok(after.includes(email));
    assert.match(textOf(await site.browser().open(linkOf(share))), /All seats are taken\./);
  });

  void test("come back from a person who has completed nothing, and are added to the link", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const order = await buyFor(browser, course.plan, { for: "seats", seats: "1" });
    const share = await shareOf(browser, order);
    const [first, second] = [await site.member({ name: "Bo Lind" }), await site.member({ name: "Cy Moor" })];
    const learner = await site.signedIn(first);
    await learner.submit(await learner.open(linkOf(share)), {}, "/redeem");
    const staff = await owner.open(order.address.replace("/orders/", "/admin/orders/"));
    assert.match(textOf(staff), /Seats for a group.*1 of 1.*Bo Lind/);

    const seat = /name="seat" value="(vst_\w+)"/.exec((await shareOf(browser, order)).body)![1]!;
    const freed = await browser.submit(await shareOf(browser, order), { act: "free", seat }, share.address);
    assert.match(textOf(freed), /The seat is free again\..*0 of 1 seats taken/);
    assert.deepEqual(await statusesOf(site.site.id), ["revoked"]);

    const other = await site.signedIn(second);
    await other.submit(await other.open(linkOf(share)), {}, "/redeem");
    const lecture = await other.open(`${course.path.replace("/courses/", "/learn/")}/continue`);
    await other.submit(lecture, { done: "yes" }, `${lecture.address}/done`);
    const refused = await browser.submit(await shareOf(browser, order), { act: "free", seat }, share.address);
    assert.match(textOf(refused), /This person has completed a lecture\. The seat stays theirs\./);

    const more = /href="(\/checkout\?[^"]+more=[^"]+)"/.exec(share.body)![1]!.replaceAll("&amp;", "&");
    const page = await browser.open(more);
    const paying = await browser.submit(page, { provider: "test" }, "/checkout");
    const test = await browser.open(new URL(paying.address, "https://any.example").pathname);
    const paid = await browser.submit(test, { outcome: "paid" }, test.address);
    assert.match(textOf(await shareOf(browser, paid)), /1 of 2 seats taken/);
    assert.equal(linkOf(await shareOf(browser, paid)), linkOf(share), "The link stays the same.");
  });

  void test("are not given by a link that was replaced or ended, and not shown to others", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const order = await buyFor(browser, course.plan, { for: "seats", seats: "2" });
    const share = await shareOf(browser, order);
    const renewed = await browser.submit(share, { act: "renew" }, share.address);
    assert.equal((await site.browser().open(linkOf(share))).status, 404);
    assert.equal((await site.browser().open(linkOf(renewed))).status, 200);
    const ended = await browser.submit(renewed, { act: "end" }, share.address);
    assert.match(textOf(ended), /The link was ended\..*Make a new one to offer the free seats/);
    assert.equal((await site.browser().open(linkOf(renewed))).status, 404);
    const stranger = await site.signedIn(await site.member());
    assert.equal((await stranger.open(share.address)).status, 404);
  });

  void test("count against the seats of a price, taken or not", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator, { seats: 3 });
    const browser = await site.signedIn(await site.member());
    await buyFor(browser, course.plan, { for: "seats", seats: "2" });
    const tooMany = await browser.open(`/checkout?item=${course.plan}&for=seats&seats=2`);
    assert.match(textOf(tooMany), /All seats are taken\./);
    const email = anAddress();
    await buyFor(site.browser(), course.plan, { for: "seats", seats: "1", email });
    assert.equal((await mailsTo(email)).length, 1, "The receipt.");
    assert.match(textOf(await site.browser().open(`/checkout?item=${course.plan}`)), /All seats are taken\./);
  });
});
