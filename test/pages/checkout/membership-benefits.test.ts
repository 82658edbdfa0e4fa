import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { insertPost } from "#domain/content/posts/queries.ts";
import { day, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import type { AMember } from "../../support/world.ts";
import { inHours } from "../../rest/support/an-event.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { aMembershipPlan, subscribed } from "../support/course-membership.ts";
import { aPaidCourse, aPaidEvent, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";
import { created, type Made } from "../support/free-school.ts";
import { runRefunds } from "../support/run-refunds.ts";

const couponScope = (percent: number, code: string) => ({ code, name: code, discount: { kind: "percent", percent } });

void describe("The discount of a membership on events", () => {
  void test("lowers the price on the page and in the checkout: the best one of the plans, until they end", async () => {
    const { site, operator } = await aShop();
    const when = { starts_at: inHours(20 * 24), ends_at: inHours(20 * 24 + 2) };
    const event = await aPaidEvent(operator, when);
    const path = `/events/${event.slug}`;
    const member = await site.member();
    await subscribed(site, member, await aMembershipPlan(operator, { event_discount_percent: 30 }));
    await subscribed(site, member, await aMembershipPlan(operator, { event_discount_percent: 10 }, "Shore"));
    const browser = await site.signedIn(member);
    assert.match(textOf(await browser.open(path)), /Seat \$34\.30 was \$49 · 30% member discount/);
    const checkout = await browser.open(`/checkout?item=${event.ticket}`);
    assert.match(textOf(checkout), /\$49\.00 Member discount \(30%\) −\$14\.70 Total \$34\.30/);
    const other = await site.signedIn(await site.member());
    for (const each of [site.browser(), other]) {
      assert.match(textOf(await each.open(path)), /Seat \$49 /);
      assert.match(textOf(await each.open(`/checkout?item=${event.ticket}`)), /Total \$49 /);
    }
    await later(10 * day, async () => {
      const again = await site.signedIn(member);
      assert.match(textOf(await again.open(`/checkout?item=${event.ticket}`)), /Total \$49 /);
    });
    const order = await decide(browser, await checkOut(browser, event.ticket), "paid");
    assert.match(textOf(order), /Discount −\$14\.70 Total \$34\.30/);
    const [stored] = await ordersOf(site);
    assert.deepEqual([stored!.status, stored!.total], ["paid", 3430]);
  });

  void test("is not added to a coupon: the larger one applies, and the other coupon is not used up", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator);
    const member = await site.member();
    await subscribed(site, member, await aMembershipPlan(operator, { event_discount_percent: 30 }));
    await created(operator.post("/coupons", couponScope(20, "SMALL")));
    await created(operator.post("/coupons", couponScope(50, "LARGE")));
    const browser = await site.signedIn(member);
    const small = await browser.open(`/checkout?item=${event.ticket}&coupon=SMALL`);
    assert.match(textOf(small), /Member discount \(30%\) −\$14\.70 Total \$34\.30/);
    assert.match(textOf(small), /the coupon is not used/);
    const large = await browser.open(`/checkout?item=${event.ticket}&coupon=LARGE`);
    assert.match(textOf(large), /Discount \( LARGE \) −\$24\.50 Total \$24\.50/);
    await decide(browser, await checkOut(browser, event.ticket, {}, "SMALL"), "paid");
    const [stored] = await ordersOf(site);
    assert.deepEqual([stored!.status, stored!.total], ["paid", 3430]);
    const { count } = await database.one<{ count: number }>`
      select count(*) from coupon_redemptions where site_id = ${site.site.id}`;
    assert.equal(count, 0);
  });

  void test("is rounded to whole New Taiwan dollars, and of 100 percent needs no payment", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator, {}, { price: { amount: 99_900, currency: "TWD" } });
    const [member, patron] = [await site.member(), await site.member()];
    await subscribed(site, member, await aMembershipPlan(operator, { event_discount_percent: 15 }));
    await subscribed(site, patron, await aMembershipPlan(operator, { event_discount_percent: 100 }, "Patron"));
    const browser = await site.signedIn(member);
    assert.match(textOf(await browser.open(`/checkout?item=${event.ticket}`)), /−NT\$150 Total NT\$849/);
    const order = await checkOut(await site.signedIn(patron), event.ticket);
    assert.match(textOf(order), /Thank you for your purchase\./);
  });

  void test("does not lower the price of a course", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    await subscribed(site, member, await aMembershipPlan(operator, { event_discount_percent: 30 }));
    const page = await (await site.signedIn(member)).open(`/checkout?item=${course.plan}`);
    assert.match(textOf(page), /Total \$49 /);
  });
});

void describe("A digital product of a membership", () => {
  void test("can be downloaded while the membership lasts, without a grant, and is named by the plan", async () => {
    const { site, operator } = await aShop();
    const price = { amount: 900, currency: "USD" };
    const product = await created(operator.post("/digital_products", { name: "Charts", price, download_limit: 1 }));
    const bytes = Buffer.from("High water at nine");
    const file = (await sendFile(operator, bytes, { purpose: "digital_product" }, { name: "tides.txt" })).json<Made>();
    await created(operator.post(`/digital_products/${product.id}/files`, { file_id: file.id }));
    await created(operator.post(`/digital_products/${product.id}/publish`, {}));
    const plan = await aMembershipPlan(operator, { digital_product_ids: [product.id] });
    assert.match(textOf(await site.browser().open(`/membership-plans/${plan.slug}`)), /products Charts/);
    const [member, other] = [await site.member(), await site.member()];
    await subscribed(site, member, plan);
    const browser = await site.signedIn(member);
    const page = await browser.open(`/digital-products/${product.slug}`);
    assert.match(textOf(page), /Included in your membership tides\.txt/);
    const mine = await browser.open("/account/digital-products");
    assert.match(textOf(mine), /Charts tides\.txt 1 kB Included in your membership/);
    const link = /href="([^"]*\/downloads\/[^"]+)"/.exec(mine.body)![1]!.replaceAll("&amp;", "&");
    const path = link.replace(site.origin, "");
    const status = async () => (await site.get(path)).statusCode;
    assert.deepEqual([await status(), await status()], [200, 200]);
    assert.equal((await site.get(path.replace(/signature=.{4}/, "signature=AAAA"))).statusCode, 404);
    // A link works without the session, so that staff who view the school as the member get none.
    const staff = await site.signedIn(await site.member({ roles: ["manager"] }));
    await staff.submit(await staff.open(`/admin/members/${member.sub}`), {}, `/admin/members/${member.sub}/view`);
    for (const address of ["/account/digital-products", `/digital-products/${product.slug}`]) {
      const viewed = await staff.open(address);
      assert.match(textOf(viewed), /tides\.txt/, address);
      assert.doesNotMatch(viewed.body, /\/downloads\//, address);
    }
    const others = await site.signedIn(other);
    assert.doesNotMatch((await others.open(`/digital-products/${product.slug}`)).body, /\/downloads\//);
    assert.match(textOf(await others.open("/account/digital-products")), /You have no digital products yet\./);
    await database.run`
      update subscriptions set status = 'canceled', ends_at = ${now()} where site_id = ${site.site.id}`;
    await later(1000, async () => {
      assert.equal(await status(), 404);
      assert.doesNotMatch((await browser.open("/account/digital-products")).body, /\/downloads\//);
      assert.doesNotMatch((await browser.open(`/digital-products/${product.slug}`)).body, /\/downloads\//);
    });
    const { count } = await database.one<{ count: number }>`
      select count(*) from digital_product_grants where site_id = ${site.site.id}`;
    assert.equal(count, 0);
  });
});

void describe("The checkout of an item that a membership of the member includes", () => {
  void test("names the membership and leads to the course, and sells it all the same", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const [member, other] = [await site.member(), await site.member()];
    await subscribed(site, member, await aMembershipPlan(operator, { course_ids: [course.id] }));
    await subscribed(site, other, await aMembershipPlan(operator, { event_discount_percent: 5 }, "Shore"));
    const browser = await site.signedIn(member);
    const page = await browser.open(`/checkout?item=${course.plan}`);
    assert.match(textOf(page), /Your membership Crew includes this: open it without paying\./);
    const [, path] = /class="button primary" href="([^"]+)"/.exec(page.body)!;
    assert.match((await browser.open(path!)).body, /A loop\./);
    const seats = await browser.open(`/checkout?item=${course.plan}&for=seats&seats=3`);
    assert.doesNotMatch(textOf(seats), /includes this/);
    assert.match(textOf(await decide(browser, await checkOut(browser, course.plan), "paid")), /Thank you/);
    for (const each of [site.browser(), await site.signedIn(other)]) {
      assert.doesNotMatch(textOf(await each.open(`/checkout?item=${course.plan}`)), /includes this/);
    }
  });

  void test("leads to the files of a digital product until the membership ends", async () => {
    const { site, operator } = await aShop();
    const price = { amount: 900, currency: "USD" };
    const product = await created(operator.post("/digital_products", { name: "Charts", price }));
    const file = (await sendFile(operator, Buffer.from("High"), { purpose: "digital_product" })).json<Made>();
    await created(operator.post(`/digital_products/${product.id}/files`, { file_id: file.id }));
    await created(operator.post(`/digital_products/${product.id}/publish`, {}));
    const member = await site.member();
    await subscribed(site, member, await aMembershipPlan(operator, { digital_product_ids: [product.id] }));
    const address = `/checkout?item=${product.id}`;
    const page = await (await site.signedIn(member)).open(address);
    assert.match(textOf(page), /Your membership Crew includes this/);
    assert.match(page.body, new RegExp(`class="button primary" href="/digital-products/${product.slug}"`));
    await later(10 * day, async () => {
      assert.doesNotMatch(textOf(await (await site.signedIn(member)).open(address)), /includes this/);
    });
  });
});

void describe("A post of a category of a membership", () => {
  void test("is read by its members while the membership lasts, and by no other", async () => {
    const { site, operator } = await aShop();
    const category = newId();
    const stamps = { createdAt: now(), updatedAt: now() };
    const row = { siteId: site.site.id, id: category, name: "Logbook", slug: "logbook", ...stamps };
    await database.run`insert into post_categories ${rows(row)}`;
    const [inside, outside] = [
      await aMembershipPlan(operator, { event_discount_percent: 0 }),
      await aMembershipPlan(operator, { event_discount_percent: 0 }, "Shore"),
    ];
    await database.run`
      update membership_plans set post_category_ids = ${[category]}::uuid[]
       where site_id = ${site.site.id} and id = ${parseId("membershipPlan", inside.id)!}`;
    const [reader, other] = [await site.member(), await site.member()];
    await subscribed(site, reader, inside);
    await subscribed(site, other, outside);
    const scope = { db: database, site: site.site };
    const post = { locale: "en", status: "published", publishedAt: now(), access: "plans" } as const;
    await insertPost(
      scope,
      {
        ...post,
        searchTerms: [],
        id: newId(),
        slug: "tides",
        title: "Tides",
        authorMemberId: other.id,
        categoryId: category,
        planIds: [newId()],
        bodyMarkdown: "The moon does it.",
        bodyHtml: "<p>The moon does it.</p>",
      },
      now(),
    );
    const reads = async (member: AMember) =>
      (await (await site.signedIn(member)).open("/posts/tides")).body.includes("The moon does it.");
    assert.deepEqual([await reads(reader), await reads(other)], [true, false]);
    assert.match(textOf(await site.browser().open(`/membership-plans/${inside.slug}`)), /categories Logbook/);
    await later(10 * day, async () => assert.equal(await reads(reader), false));
  });
});

void describe("The page of a course that memberships include", () => {
  void test("names the plans with their prices, also in Markdown, and no plan without the course", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const only = await created(operator.post("/courses", { name: "Rigging", course_type: "membership_only" }));
    await database.run`
      update courses set status = 'published', visibility = 'public', published_at = ${now()}
       where site_id = ${site.site.id} and id = ${parseId("course", only.id)!}`;
    await aMembershipPlan(operator, { course_ids: [only.id] });
    await aMembershipPlan(operator, { all_courses: true }, "Fleet");
    await aMembershipPlan(operator, { event_discount_percent: 5 }, "Shore");
    const page = await site.browser().open(`/courses/${only.slug}`);
    assert.match(textOf(page), /Included in Crew \$19 per month Included in Fleet \$19 per month/);
    assert.match(page.body, /href="\/membership-plans\/fleet"/);
    assert.doesNotMatch(page.body, /Shore/);
    const paid = textOf(await site.browser().open(course.path));
    assert.match(paid, /Included in Fleet \$19/);
    assert.match((await site.get(`/courses/${only.slug}.md`)).body, /\[Crew\]\(.*\/membership-plans\/crew\.md\)/);
  });
});

void describe("The course of a membership", () => {
  void test("continues where the member was when the order of the course is refunded, unless staff revoked it", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const plan = await aMembershipPlan(operator, { all_courses: true });
    const bought = async () => {
      const member = await site.member();
      const browser = await site.signedIn(member);
      const order = await decide(browser, await checkOut(browser, course.plan), "paid");
      const [, lecture] = /href="(\/learn\/[^"]+\/lec_\w+)/.exec((await browser.open(`/learn/${course.slug}`)).body)!;
      return { member, browser, staffPage: order.address.replace("/orders/", "/admin/orders/"), lecture: lecture! };
    };
    const studentCount = async () =>
      (await created<{ enrollment_count: number }>(operator.get(`/courses/${course.id}`))).enrollment_count;
    const { member, browser, staffPage, lecture } = await bought();
    await browser.submit(await browser.open(lecture), {}, `${lecture}/done`);
    await owner.submit(await owner.open(staffPage), { act: "refund", amount: "49", access: "end" }, staffPage);
    await runRefunds(site);
    assert.doesNotMatch((await browser.open(lecture)).body, /A loop\./);

    await subscribed(site, member, plan);
    const included = await browser.open(lecture);
    assert.match(included.body, /A loop\./);
    const again = await browser.submit(included, {}, `/learn/${course.slug}/start`);
    assert.match(textOf(again), /Done on/);
    assert.match(textOf(await browser.open("/learn")), /Knots 1 of 1 lectures completed/);
    assert.equal(await studentCount(), 1);

    const other = await bought();
    const goodwill = { act: "refund", amount: "9", access: "keep" };
    await owner.submit(await owner.open(other.staffPage), goodwill, other.staffPage);
    await runRefunds(site);
    const staff = await operatorOf(site, "students:read students:write");
    const ofStudent = staff.get(`/enrollments?student_id=${formatId("member", other.member.id)}`);
    const { data } = await created<{ data: Made[] }>(ofStudent);
    await later(minute, () => created(staff.post(`/enrollments/${data[0]!.id}/revoke`)));
    await subscribed(site, other.member, plan);
    const revoked = await other.browser.open(other.lecture);
    assert.match(revoked.body, /A loop\./);
    assert.doesNotMatch(revoked.body, /Start course/);
    assert.doesNotMatch(textOf(await other.browser.open("/learn")), /lectures completed/);
  });
});
