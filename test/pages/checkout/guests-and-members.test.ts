import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { type ASite, password } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, decide } from "../support/buyer.ts";
import { anAddress, askToSignUp, chosen, signIn, signUp } from "../support/sign-up-forms.ts";

const buy = async (browser: TestBrowser, item: string, email: string) =>
  decide(browser, await checkOut(browser, item, { email }), "paid");

const receiptOf = async (email: string, count = 1) => linkIn((await mailsTo(email, count)).at(-1)!);

const linesOf = ({ site }: ASite) =>
  database.many<{ fulfilledId: string; given: boolean }>`
    select fulfilled_id, exists (select from enrollments
                                  where enrollments.site_id = order_lines.site_id
                                    and enrollments.id = order_lines.fulfilled_id) as given
      from order_lines where site_id = ${site.id}`;

void describe("The purchase of a guest", () => {
  void test("never leads into a member who has the address for contact only", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const contact = anAddress();
    const owner = await site.member({ roles: ["owner"] });
    await database.run`
      update members set email = ${contact}, email_key = ${contact} where site_id = ${site.site.id} and id = ${owner.id}`;
    await buy(site.browser(), course.plan, contact);
    const browser = site.browser();
    const page = await browser.open(await receiptOf(contact));
    const refused = await browser.submit(page, { password: chosen });
    assert.equal(refused.status, 409);
    assert.match((await browser.open("/account")).address, /^\/sign-in/);
    assert.equal(
      (await database.many`select id from enrollments where site_id = ${site.site.id} and student_id = ${owner.id}`)
        .length,
      0,
    );
  });

  void test("is confirmed with any spelling of the address that an account has", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    await buy(site.browser(), course.plan, member.email.toUpperCase());
    const browser = site.browser();
    const joined = await browser.submit(await browser.open(await receiptOf(member.email)), {});
    assert.match(joined.address, /^\/sign-in\?done=joined/);
    const entered = await browser.submit(joined, { email: member.email, password });
    assert.match(textOf(entered), /Thank you for your purchase/);
  });

  void test("becomes that of the member who signs in with the address, without the receipt", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    await buy(site.browser(), course.plan, member.email);
    const { address } = await signIn(site, member.email, password);
    assert.equal(address, "/learn");
    assert.match((await (await site.signedIn(member)).open("/orders")).body, /href="\/orders\/ord_/);
  });

  void test("becomes that of a newcomer who signs up with the address, and of nobody else", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const [email, other] = [anAddress(), anAddress()];
    await buy(site.browser(), course.plan, email);
    const stranger = site.browser();
    await signUp(site, { email: other }, stranger);
    assert.doesNotMatch((await stranger.open("/orders")).body, /href="\/orders\/ord_/);
    const own = site.browser();
    await askToSignUp(own, { email });
    await own.submit(await own.open(await receiptOf(email, 2)), {});
    assert.match((await own.open("/orders")).body, /href="\/orders\/ord_/);
  });

  void test("names the access that it gave after both were combined, so that a refund ends it", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    const own = await site.signedIn(member);
    await decide(own, await checkOut(own, course.plan), "paid");
    await buy(site.browser(), course.plan, member.email);
    await signIn(site, member.email, password);
    const lines = await linesOf(site);
    assert.equal(lines.length, 2);
    assert.deepEqual(
      lines.map(({ given }) => given),
      [true, true],
    );
    assert.equal(lines[0]!.fulfilledId, lines[1]!.fulfilledId);
  });
});

void describe("The browser of a guest", () => {
  void test("signs out, and shows nothing afterwards", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = site.browser();
    await buy(browser, course.plan, anAddress());
    const orders = await browser.open("/orders");
    assert.match(orders.body, /href="\/sign-out"/);
    assert.doesNotMatch(orders.body, /href="\/account/);
    await browser.submit(await browser.open("/sign-out"), {}, "/sign-out");
    assert.match((await browser.open("/orders")).address, /^\/sign-in/);
  });

  void test("has no rights of a role that staff gives to the address", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const other = await aPaidCourse(operator, { name: "Other" });
    const [browser, email] = [site.browser(), anAddress()];
    await buy(browser, course.plan, email);
    await database.run`
      update members set roles = '{manager}' where site_id = ${site.site.id} and email = ${email}`;
    assert.equal((await browser.open(`/learn/${other.slug}`)).body.includes("A loop."), false);
    assert.match((await browser.open("/admin")).address, /^\/sign-in/);
  });
});
