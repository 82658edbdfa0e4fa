import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { publishEverything } from "../../support/worlds/published.ts";
import { signIn } from "../support/sign-up-forms.ts";
import { aSite, password } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, decide } from "../support/buyer.ts";

const navigation = /<nav aria-label="[^"]*">[^]*href="\/admin/;

void describe("An error page of the admin area", () => {
  void test("keeps the navigation for staff, and leads to the overview", async () => {
    const site = await aSite();
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    for (const address of ["/admin/nowhere", "/admin/orders/ord_00000000000000000000000000"]) {
      const page = await manager.open(address);
      assert.equal(page.status, 404, address);
      assert.match(page.body, navigation, address);
      assert.match(page.body, /class="button secondary" href="\/admin"/);
    }
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    const refused = await lecturer.open("/admin/orders");
    assert.equal(refused.status, 403);
    assert.match(refused.body, navigation);
    assert.doesNotMatch(refused.body, /href="\/admin\/orders"/);
    const student = await site.signedIn(await site.member({ roles: ["student"] }));
    assert.doesNotMatch((await student.open("/admin/orders")).body, navigation);
  });
});

void describe("Signing in without another destination", () => {
  void test("leads staff to the admin area and students to their courses", async () => {
    const site = await aSite();
    for (const [roles, address] of [
      [["owner"], "/admin"],
      [["manager", "student"], "/admin"],
      [["lecturer"], "/admin"],
      [["student"], "/learn"],
    ] as const) {
      const { email } = await site.member({ roles: [...roles] });
      const page = await signIn(site, email, password);
      assert.equal(page.status, 200, `${roles.join()}: ${page.address}`);
      assert.equal(page.address, address);
    }
  });
});

void describe("Public pages", () => {
  void test("show staff, and no other visitors, a link to the admin page of the item", async () => {
    const site = await aSite();
    await publishEverything(site);
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const student = await site.signedIn(await site.member());
    for (const path of [
      "/courses/shown-course",
      "/events/shown-event",
      "/posts/shown-post",
      "/membership-plans/shown-plan",
      "/digital-products/shown-product",
      "/consulting/shown-service",
      "/lecturers/shown-lecturer",
      "/shown-page",
    ]) {
      const { body } = await owner.open(path);
      const [, address] = /<a class="edit icon" href="(\/admin\/[^"]+)"/.exec(body) ?? assert.fail(path);
      assert.equal((await owner.open(address!)).status, 200, address);
      for (const visitor of [student, site.browser()]) {
        assert.doesNotMatch((await visitor.open(path)).body, /href="\/admin/, path);
      }
    }
  });

  void test("show lecturers the link for their own courses only", async () => {
    const site = await aSite();
    const operator = await operatorOf(
      site,
      "courses:read courses:write courses:publish curriculum:write lecturers:write",
    );
    const course = await aPaidCourse(operator);
    const lecturer = await site.member({ roles: ["lecturer"] });
    const browser = await site.signedIn(lecturer);
    assert.doesNotMatch((await browser.open("/courses/knots")).body, />Manage<\/a>/);
    await letTeach({ ...operator, member: lecturer }, course.id);
    assert.match((await browser.open("/courses/knots")).body, />Manage<\/a>/);
  });
});

void describe("The orders of a school", () => {
  void test("are found by their number, their buyer and what was bought", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const ana = await site.member({ name: "Ana Lima", email: "lima@harbour.example" });
    const browser = await site.signedIn(ana);
    await decide(browser, await checkOut(browser, course.plan), "paid");
    const rows = async (query: string) => {
      const { body, status } = await owner.open(`/admin/orders?${query}`);
      assert.equal(status, 200);
      return [...body.matchAll(/<th scope="row"><a href="\/admin\/orders\/(ord_\w+)"><bdi[^>]*>([^<]*)/g)];
    };
    const [[, id, number] = assert.fail("No order.")] = await rows("");
    for (const q of [number!, "lima", "lima@harbour.example", "knots"]) {
      assert.equal((await rows(new URLSearchParams({ q }).toString())).length, 1, q);
    }
    assert.equal((await rows("q=moon")).length, 0);
    assert.equal((await rows(`member_id=${formatId("member", ana.id)}`)).length, 1);
    const list = await owner.open("/admin/orders?q=knots");
    assert.match(textOf(list), /Orders with an item that matches “knots”\..*Ana Lima Knots \(Full\)/);
    assert.match(list.body, new RegExp(`href="/admin/members/${formatId("member", ana.id)}"`));
    const order = await owner.open(`/admin/orders/${id}`);
    const [, item] = /href="(\/admin\/course_plans\/[^"]+)"/.exec(order.body)!;
    assert.equal((await owner.open(item!)).status, 200);
    const member = await owner.open(`/admin/members/${formatId("member", ana.id)}`);
    assert.match(member.body, new RegExp(`href="/admin/orders/${id}"`));
  });

  void test("return from a refused refund at the field, with everything that was entered", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const order = await decide(browser, await checkOut(browser, course.plan), "paid");
    const address = order.address.replace("/orders/", "/admin/orders/").replace(/\?.*/, "");
    const fields = { act: "reviewRefund", amount: "9999", access: "keep", reason: "Moved away" };
    const refused = await owner.submit(await owner.open(address), fields, address);
    assert.equal(refused.status, 422);
    assert.match(refused.body, /role="alert"[^>]* autofocus="">.*?<a href="#amount">Amount/s);
    assert.match(refused.body, /<input\s+id="amount"[^>]*aria-invalid="true"/);
    assert.match(refused.body, /value="keep"\s+required\s+checked/);
    assert.match(refused.body, /value="Moved away"/);
  });
});

void describe("Entries of the audit log", () => {
  void test("name people and resources, with links to their pages", async () => {
    const site = await aSite();
    const member = await site.member({ roles: ["owner"], name: "Olga Petrova" });
    const owner = await site.signedIn(member);
    const made = await owner.submit(await owner.open("/admin/coupons/new"), {
      code: "KNOTS10",
      name: "Knots",
      "discount.kind": "percent",
      "discount.percent.percent": "10",
    });
    const address = made.address.replace(/\?.*/, "");
    const { body } = await owner.open("/admin/security/audit-log");
    assert.match(body, new RegExp(`<a href="${address}"><bdi[^>]*>KNOTS10`), textOf(made));
    assert.match(body, new RegExp(`<a href="/admin/members/${formatId("member", member.id)}"><bdi[^>]*>Olga Petrova`));
  });
});

void describe("A list as CSV", () => {
  void test("is downloaded so many times an hour by one person", async () => {
    const site = await aSite();
    const [one, other] = [
      await site.signedIn(await site.member({ roles: ["owner"] })),
      await site.signedIn(await site.member({ roles: ["owner"] })),
    ];
    const download = "/admin/coupons?format=csv";
    for (let count = 0; count < limits.listDownloadPerMember.max; count++) {
      assert.equal((await one.open(download)).status, 200);
    }
    const refused = await one.open(download);
    assert.equal(refused.status, 429);
    assert.match(String(refused.response.headers["retry-after"]), /^\d+$/);
    assert.equal((await other.open(download)).status, 200);
  });
});
