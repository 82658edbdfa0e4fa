import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aPaidEvent, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";

void describe("A paid course", () => {
  void test("is three pages and the provider's away from its first lecture", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    const browser = await site.signedIn(member);
    const page = await browser.open(course.path);
    assert.match(page.body, new RegExp(`href="/checkout\\?item=${course.plan}"`));
    const provider = await checkOut(browser, course.plan);
    assert.match(provider.address, /^\/checkout\/test\/pay_/);
    const order = await decide(browser, provider, "paid");
    assert.match(textOf(order), /Thank you for your purchase\..*Receipt \d{4}-000001.*\$49/);
    const [start] = /href="(\/learn\/[^"]+)"/.exec(order.body)!.slice(1);
    assert.match((await browser.open(start!)).body, /Bowline/);
    const [stored] = await ordersOf(site);
    assert.equal(stored!.status, "paid");
    const given = await database.one<{ source: string; isOfLine: boolean }>`
      select source, source_id = (select id from order_lines where site_id = ${site.site.id}) as is_of_line
        from enrollments where site_id = ${site.site.id}`;
    assert.deepEqual(given, { source: "purchase", isOfLine: true });
    const events = new Set<string>((await outboxOf(site)).map(({ type }) => type));
    for (const type of ["order.created", "order.paid", "enrollment.created"]) assert.ok(events.has(type), type);
    const mail = (await mailsTo(member.email, 2)).find(({ email }) => email.subject?.startsWith("Receipt"));
    assert.match(mail!.email.subject ?? "", /^Receipt \d{4}-000001 from Harbour School$/);
    assert.match(mail!.email.text ?? "", /Knots.*We have received \$49\./s);
  });

  void test("is not given by a payment that fails, is not made in time, or is still being processed", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const cases = [
      ["failed", /The payment failed\. Nothing was charged\./, "failed"],
      ["expired", /The order was not paid in time/, "expired"],
      ["pending", /We are confirming your payment/, "pending"],
    ] as const;
    for (const [outcome, text, status] of cases) {
      const member = await site.member();
      const browser = await site.signedIn(member);
      const order = await decide(browser, await checkOut(browser, course.plan), outcome);
      assert.match(textOf(order), text);
      const found = await database.one<{ status: string }>`
        select status from orders where site_id = ${site.site.id} and member_id = ${member.id}`;
      assert.equal(found.status, status);
    }
    const { count } = await database.one<{ count: number }>`
      select count(*) from enrollments where site_id = ${site.site.id}`;
    assert.equal(count, 0);
  });

  void test("is paid in a way that gives access immediately, unless the buyer chooses the bank transfer", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const { body } = await site.browser().open(`/checkout?item=${course.plan}`);
    const methods = [...body.matchAll(/<input[^>]*name="provider"[^>]*>/gs)];
    assert.deepEqual(
      methods.map(([input]) => [/value="(\w+)"/.exec(input)?.[1], input.includes("checked")]),
      [
        ["test", true],
        ["offline", false],
      ],
    );
  });

  void test("cannot be bought twice, or by a form that was sent twice", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${course.plan}`);
    const ends = await Promise.all([1, 2, 3].map(() => browser.submit(page, { provider: "test" }, "/checkout")));
    assert.equal(new Set(ends.map(({ address }) => address)).size, 1);
    assert.equal((await ordersOf(site)).length, 1);
    await decide(browser, await browser.open(new URL(ends[0]!.address).pathname), "paid");
    const owned = textOf(await browser.open(`/checkout?item=${course.plan}`));
    assert.match(owned, /You already have this\./);
    assert.doesNotMatch(owned, /Coupon code/);
    const again = await browser.submit(page, { provider: "test", key: "another-key-0123456789" }, "/checkout");
    assert.equal(again.status, 409);
    assert.match(textOf(again), /You already have this\./);
    assert.equal((await ordersOf(site)).length, 1);
  });

  void test("shows visitors the price, and leads them back after sign-in", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    const page = await site.browser().open(`/checkout?item=${course.plan}`);
    assert.match(textOf(page), /Knots \(Full\) \$49 Total \$49/);
    const [signIn] = /href="(\/sign-in\?return_to=[^"]+)"/.exec(page.body)!.slice(1);
    const browser = await site.signedIn(member);
    const back = await browser.open(signIn!.replaceAll("&amp;", "&"));
    assert.equal(back.address, `/checkout?item=${course.plan}`);
  });

  void test("is not on sale as a draft, outside of its sale period, by an unknown ID or at another school", async () => {
    const { site, operator } = await aShop();
    const other = await aShop();
    const elsewhere = await aPaidCourse(other.operator);
    const over = await aPaidCourse(operator, { sale_ends_at: "2020-01-01T00:00:00Z" });
    const browser = await site.signedIn(await site.member());
    for (const item of [elsewhere.plan, over.plan, "cpl_01k9g2c8p4e6t0v3x5y7z9b1d3"]) {
      assert.equal((await browser.open(`/checkout?item=${item}`)).status, 404, item);
    }
    assert.equal((await browser.open("/checkout?item=nonsense")).status, 400);
    assert.equal((await browser.open("/checkout")).status, 400);
  });
});

void describe("A price", () => {
  void test("links to its checkout in /pricing.md, for agents and in structured data, if the school sells", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const address = `${site.origin}/checkout?item=${course.plan}`;
    const shown = async () => {
      const [prices, page] = [await site.get("/pricing.md"), await site.get(course.path)];
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_pricing", arguments: {} } };
      const answer = await site.post("/mcp", call, { headers: { accept: "application/json, text/event-stream" } });
      assert.match(answer.body, /Knots/);
      return [prices.body.includes(`](${address})`), page.body.includes(address), answer.body.includes(address)];
    };
    assert.deepEqual(await shown(), [true, true, true]);
    for (const provider of ["test", "offline"]) {
      await owner.submit(await owner.open("/admin/payments"), {}, `/admin/payments/${provider}`);
    }
    assert.deepEqual(await shown(), [false, false, false]);
  });
});

void describe("A coupon", () => {
  void test("lowers the price, is redeemed once paid, and cannot be used beyond its limit", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const coupon = { code: "HALF", discount: { kind: "percent", percent: 50 }, max_redemptions: 1 };
    const made = await operator.post("/coupons", coupon);
    assertStatus(made, 201);
    const [first, second] = [await site.signedIn(await site.member()), await site.signedIn(await site.member())];
    const provider = await checkOut(first, course.plan, {}, "half");
    assert.match(textOf(provider), /\$24\.50/);
    const refused = await second.open(`/checkout?item=${course.plan}&coupon=HALF`);
    assert.match(textOf(refused), /This coupon has been used up\./);
    await decide(first, provider, "failed");
    assert.doesNotMatch(textOf(await second.open(`/checkout?item=${course.plan}&coupon=HALF`)), /used up/);
    const paid = await decide(second, await checkOut(second, course.plan, {}, "HALF"), "paid");
    assert.match(textOf(paid), /\$24\.50/);
    const { redeemedCount } = await database.one<{ redeemedCount: number }>`
      select redeemed_count from coupons where site_id = ${site.site.id}`;
    assert.equal(redeemedCount, 1);
  });

  void test("cannot be guessed: 30 codes per network address and quarter of an hour are checked", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = site.browser();
    for (let number = 0; number < 30; number++) {
      const page = await browser.open(`/checkout?item=${course.plan}&coupon=GUESS-${number}`);
      assert.match(textOf(page), /There is no coupon with this code\./);
    }
    assert.equal((await browser.open(`/checkout?item=${course.plan}&coupon=GUESS-30`)).status, 429);
    assert.equal((await browser.open(`/checkout?item=${course.plan}`)).status, 200);
  });

  void test("cannot be guessed by orders, also at the same time and from other addresses of the network", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    await operator.post("/coupons", { code: "GIFT", discount: { kind: "free" } });
    const member = await site.member();
    const browsers = await Promise.all(
      ["2001:db8::1", "2001:db8::2", "2001:db8::ffff"].map((address) => site.signedIn(member, { address })),
    );
    const forms = await Promise.all(browsers.map((browser) => browser.open(`/checkout?item=${course.plan}`)));
    const order = async (turn: number, fields: Record<string, string>) => {
      const key = `key-of-a-guess-${turn}-0123456789`;
      const at = turn % browsers.length;
      return (await browsers[at]!.submit(forms[at]!, { key, provider: "test", ...fields }, "/checkout")).status;
    };
    const guesses = Array.from({ length: 40 }, (_, turn) => order(turn, { coupon: `GUESS-${turn}`, total: "0 USD" }));
    assert.equal((await Promise.all(guesses)).filter((status) => status !== 429).length, 30);
    assert.equal(await order(40, { coupon: "GIFT", total: "0 USD" }), 429);
    assert.deepEqual(await ordersOf(site), []);
  });

  void test("cannot be guessed by orders at the full price, which are refused in their transaction", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const form = await browser.open(`/checkout?item=${course.plan}`);
    const order = async (turn: number) => {
      const fields = { key: `key-of-a-guess-${turn}-0123456789`, provider: "test", coupon: `GUESS-${turn}` };
      return (await browser.submit(form, fields, "/checkout")).status;
    };
    const statuses = [];
    for (let turn = 0; turn < 31; turn++) statuses.push(await order(turn));
    assert.equal(statuses[0], 409);
    assert.equal(statuses.at(-1), 429);
    assert.deepEqual(await ordersOf(site), []);
  });

  void test("can be used by a whole class in one room", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    await operator.post("/coupons", { code: "CLASS", discount: { kind: "free" } });
    for (let student = 0; student < 16; student++) {
      const browser = await site.signedIn(await site.member());
      const order = await checkOut(browser, course.plan, {}, "CLASS");
      assert.match(order.address, /^\/orders\/ord_/);
    }
  });

  void test("A coupon that leaves nothing to pay grants the item immediately, without a provider", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    await operator.post("/coupons", { code: "GIFT", discount: { kind: "free" } });
    const browser = await site.signedIn(await site.member());
    const order = await checkOut(browser, course.plan, {}, "GIFT");
    assert.match(order.address, /^\/orders\/ord_/);
    assert.match(textOf(order), /Thank you for your purchase\./);
    assert.equal((await ordersOf(site))[0]!.total, 0);
  });
});

void describe("The last seat", () => {
  void test("goes to one of many who check out at the same time; the others learn it before they pay", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator, { capacity: 1 });
    const members = await Promise.all(Array.from({ length: 20 }, () => site.member()));
    const browsers = await Promise.all(members.map((member) => site.signedIn(member)));
    const pages = await Promise.all(browsers.map((browser) => browser.open(`/checkout?item=${event.ticket}`)));
    const ends = await Promise.all(
      browsers.map((browser, index) => browser.submit(pages[index]!, { provider: "test" }, "/checkout")),
    );
    assert.equal(ends.filter(({ address }) => address.includes("/checkout/test/")).length, 1);
    const told = ends.filter((page) => page.status === 409 && textOf(page).includes("All seats are taken."));
    assert.equal(told.length, 19);
    assert.equal((await ordersOf(site)).length, 1);
  });
});

void describe("A checkout that cannot be completed", () => {
  void test("keeps its item and coupon when the session has ended or the form is stale", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const address = `/checkout?item=${course.plan}&coupon=SPRING`;
    const form = {
      item: course.plan,
      coupon: "SPRING",
      total: "4900 USD",
      provider: "test",
      key: "a-key-0123456789abcdef",
    };
    const signedOut = await site.browser().request("POST", "/checkout", form);
    assert.equal(
      signedOut.headers.location,
      `/sign-in?return_to=${encodeURIComponent(address).replaceAll("%2F", "/")}`,
    );
    const browser = await site.signedIn(await site.member());
    const stale = await browser.request("POST", "/checkout", { ...form, csrf: "of-an-earlier-session" });
    assert.equal(stale.headers.location, address);
    const forged = await browser.request("POST", "/checkout", { ...form, item: "//evil.example" });
    assert.equal(forged.headers.location, "/orders");
    assert.deepEqual(await ordersOf(site), []);
  });

  void test("names the payment method that the school has disabled meanwhile", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${course.plan}`);
    await owner.submit(await owner.open("/admin/payments"), {}, "/admin/payments/test");
    const refused = await browser.submit(page, { provider: "test" }, "/checkout");
    assert.equal(refused.status, 409);
    assert.match(textOf(refused), /This payment method is not available\. Choose another one\./);
    assert.doesNotMatch(textOf(refused), /price has changed/);
    assert.deepEqual(await ordersOf(site), []);
  });

  void test("can be ordered again after it failed or expired, while the item is on sale", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    for (const outcome of ["failed", "expired"]) {
      const browser = await site.signedIn(await site.member());
      const order = await decide(browser, await checkOut(browser, course.plan), outcome);
      const again = /href="(\/checkout\?item=[^"]+)"[^>]*>Order again/.exec(order.body)![1]!;
      assert.match(textOf(await browser.open(again)), /Total \$49 /);
      await database.run`update course_plans set active = false where site_id = ${site.site.id}`;
      assert.doesNotMatch((await browser.open(order.address)).body, /Order again/);
      await database.run`update course_plans set active = true where site_id = ${site.site.id}`;
    }
  });
});
