import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Role } from "#access/roles.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { formatId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut } from "../support/buyer.ts";

const linksIn = (body: string): string[] =>
  [.../<main[^]*<\/main>/.exec(body)![0].matchAll(/href="(\/admin[^"]*)"/g)].map(([, href]) => href!);

/** A school with a course, an event and a person of the same name. */
async function aSchool() {
  const site = await aSite();
  const operator = await operatorOf(site, "courses:write");
  const course = await operator.post("/courses", { name: "Quernstone basics" });
  assert.equal(course.statusCode, 201, course.body);
  const person = await site.member({ name: "Ada Quernstone" });
  const as = async (role: Role) => site.signedIn(await site.member({ roles: [role] }));
  return { site, as, courseId: course.json<{ id: string }>().id, person };
}

void describe("The search of the admin area", () => {
  void test("finds people, courses and pages, and leads to them", async () => {
    const { as, courseId } = await aSchool();
    const browser = await as("owner");
    const { body } = await browser.open("/admin/search?q=quernst");
    const links = linksIn(body);
    assert.ok(links.includes(`/admin/courses/${courseId}`), String(links));
    assert.ok(
      links.some((link) => link.startsWith("/admin/members/mbr_")),
      String(links),
    );
    assert.match(body, /name="q"\s+value="quernst"/);
    const pages = linksIn((await browser.open("/admin/search?q=coupon")).body);
    assert.deepEqual(pages.slice(0, 2), ["/admin/coupons", "/admin/coupons/new"]);
  });

  void test("finds orders by their number, buyer or item, and none for another text", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const buyer = await site.member({ name: "Ada Quernstone" });
    await checkOut(await site.signedIn(buyer), course.plan);
    await checkOut(await site.signedIn(await site.member()), course.plan);
    const [stored] = await database.many<{ id: string; number: string }>`
      select id, number from orders where site_id = ${site.site.id} and member_id = ${buyer.id}`;
    const address = `/admin/orders/${formatId("order", stored!.id)}`;
    const ordersIn = (body: string) => linksIn(body).filter((link) => link.startsWith("/admin/orders/ord_"));
    for (const text of ["quernst", stored!.number]) {
      const page = await owner.open(`/admin/search?q=${text}`);
      assert.deepEqual(ordersIn(page.body), [address], text);
      assert.match(textOf(page), new RegExp(`${stored!.number} Knots \\(Full\\) · \\$49 · .* · Waiting for payment`));
    }
    assert.equal(ordersIn((await owner.open("/admin/search?q=knots")).body).length, 2);
    assert.deepEqual(ordersIn((await owner.open("/admin/search?q=xyzzy")).body), []);
  });

  void test("gives the palette the same results as JSON", async () => {
    const { as, courseId } = await aSchool();
    const browser = await as("owner");
    browser.headers["accept"] = "application/json";
    const response = await browser.request("GET", "/admin/search?q=quernstone");
    assert.equal(response.headers["cache-control"], "no-store");
    const { results } = response.json<{ results: { kind: string; name: string; href: string }[] }>();
    assert.deepEqual(
      results.map(({ kind, name }) => [kind, name]),
      [
        ["Members", "Ada Quernstone"],
        ["Courses", "Quernstone basics"],
      ],
    );
    assert.equal(results[1]?.href, `/admin/courses/${courseId}`);
  });

  void test("shows each role only what it may open", async () => {
    const { as } = await aSchool();
    for (const role of ["manager", "lecturer", "teaching_assistant"] as const) {
      const browser = await as(role);
      for (const q of ["quernstone", "e", "new", "settings"]) {
        const page = await browser.open(`/admin/search?q=${q}`);
        assert.equal(page.status, 200, `${role}: ${q}`);
        for (const link of linksIn(page.body)) {
          assert.equal((await browser.open(link)).status, 200, `${role}: ${q}: ${link}`);
        }
      }
    }
    const lecturer = await as("lecturer");
    assert.deepEqual(linksIn((await lecturer.open("/admin/search?q=ada")).body), []);
    assert.equal((await (await as("student")).open("/admin/search?q=ada")).status, 403);
  });

  void test("says what to search for without a text, and that nothing matches another", async () => {
    const { as } = await aSchool();
    const browser = await as("owner");
    assert.match((await browser.open("/admin/search")).body, /Search for a name, an email address, an order number/);
    const { body } = await browser.open(`/admin/search?q=${encodeURIComponent("<b>nowhere</b>")}`);
    assert.match(body, /Nothing matches/);
    assert.doesNotMatch(body, /<b>nowhere/);
    assert.equal((await browser.open(`/admin/search?q=${"a".repeat(5000)}`)).status, 200);
  });
});
