import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

async function anOwner(): Promise<{ site: ASite; browser: TestBrowser }> {
  const site = await aSite();
  return { site, browser: await site.signedIn(await site.member({ roles: ["owner"] })) };
}

const coupon = { code: "SPRING-25", "discount.kind": "percent", "discount.percent.percent": "25" };

async function aCoupon(browser: TestBrowser, fields: Record<string, string> = {}): Promise<string> {
  const form = await browser.open("/admin/coupons/new");
  const made = await browser.submit(form, { ...coupon, ...fields }, "/admin/coupons/new");
  assert.match(made.address, /^\/admin\/coupons\/cpn_\w{26}\?done=created$/, textOf(made));
  return made.address.replace(/\?.*/, "");
}

/** The values of the fields of a form, as a browser would send them. */
function valuesOf({ body }: Page): Record<string, string> {
  const form =
    /<form method="post" action="\/admin[^"]*" class="stack derived"[^>]*>(.*?)<\/form>/s.exec(body)?.[1] ?? "";
  const values: Record<string, string> = {};
  for (const [tag, attributes = ""] of form.matchAll(/<input\b([^>]*)>/g)) {
    const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
    const isChoice = /type="(checkbox|radio)"/.test(tag);
    const name = attribute("name");
    if (name !== undefined && (!isChoice || /\schecked/.test(tag))) values[name] = unescape(attribute("value") ?? "on");
  }
  for (const [, name = "", text = ""] of form.matchAll(
    /<textarea\b[^>]*\sname="([^"]*)"[^>]*>\n?([^<]*)<\/textarea>/g,
  )) {
    values[name] = unescape(text);
  }
  for (const [, name = "", options = ""] of form.matchAll(/<select\b[^>]*\sname="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    values[name] = unescape(/value="([^"]*)"\s+selected/.exec(options)?.[1] ?? "");
  }
  return values;
}

const unescape = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

void describe("A derived form", () => {
  void test("creates a resource, whose page shows it with its history", async () => {
    const { browser } = await anOwner();
    const address = await aCoupon(browser, { name: "Spring", "expires_at.date": "2031-05-01" });
    const page = await browser.open(address);
    assert.match(textOf(page), /SPRING-25/);
    assert.match(textOf(page), /Percent: 25/);
    assert.match(textOf(page), /Expires 1 May 2031, 23:59/);
    assert.match(textOf(page), /A coupon was created/);
  });

  void test("creates one resource, however often it arrives", async () => {
    const { site, browser } = await anOwner();
    const form = await browser.open("/admin/coupons/new");
    const first = await browser.submit(form, coupon, "/admin/coupons/new");
    const second = await browser.submit(form, coupon, "/admin/coupons/new");
    assert.equal(second.address, first.address);
    assert.equal((await auditOf(site)).filter(({ action }) => action === "createCoupon").length, 1);
  });

  void test("marks the fields that were refused, keeps what was entered, and saves nothing", async () => {
    const { site, browser } = await anOwner();
    const form = await browser.open("/admin/coupons/new");
    const wrong = { ...coupon, code: "not a code", "discount.percent.percent": "200", max_redemptions: "many" };
    const page = await browser.submit(form, wrong, "/admin/coupons/new");
    assert.equal(page.status, 422);
    for (const id of ["code", "discount.percent.percent", "max_redemptions"]) {
      assert.match(page.body, new RegExp(`<p id="${id}-problem" class="wrong">[^<]+</p>`), id);
    }
    assert.equal(valuesOf(page)["code"], "not a code");
    assert.equal(valuesOf(page)["max_redemptions"], "many");
    assert.deepEqual(await auditOf(site), []);
  });

  void test("sends nothing if nothing was changed: no field is lost or written again", async () => {
    const { site, browser } = await anOwner();
    const address = await aCoupon(browser, {
      "min_total.amount": "12.50",
      "min_total.currency": "USD",
      "duration.kind": "repeating",
      "duration.repeating.payments": "3",
      metadata: "campaign: may: two\nnote: first\\nsecond",
      "starts_at.date": "2026-03-01",
      "starts_at.time": "09:30",
    });
    const before = (await auditOf(site)).length;
    const form = await browser.open(`${address}/edit`);
    const saved = await browser.submit(form, valuesOf(form), `${address}/edit`);
    assert.equal(saved.address, `${address}?done=unchanged`);
    assert.equal((await auditOf(site)).length, before);
  });

  void test("saves only the fields that were changed", async () => {
    const { browser } = await anOwner();
    const address = await aCoupon(browser, { name: "Spring" });
    const form = await browser.open(`${address}/edit`);
    const saved = await browser.submit(form, { ...valuesOf(form), name: "Summer", enabled: "off" }, `${address}/edit`);
    assert.equal(saved.address, `${address}?done=saved`);
    const after = valuesOf(await browser.open(`${address}/edit`));
    assert.equal(after["name"], "Summer");
    assert.equal(after["enabled"], undefined);
    assert.equal(after["discount.percent.percent"], "25");
  });

  void test("changes the variant of a value, and empties an optional one", async () => {
    const { browser } = await anOwner();
    const address = await aCoupon(browser, { name: "Spring" });
    const form = await browser.open(`${address}/edit`);
    const changed = {
      ...valuesOf(form),
      name: "",
      "discount.kind": "amount",
      "discount.amount.amount.amount": "5",
      "discount.amount.amount.currency": "USD",
    };
    const saved = await browser.submit(form, changed, `${address}/edit`);
    assert.equal(saved.address, `${address}?done=saved`, textOf(saved));
    const page = await browser.open(address);
    assert.match(textOf(page), /Fixed amount: \$5/);
    assert.doesNotMatch(textOf(page), /Spring/);
  });

  void test("keeps changes of another person in other fields", async () => {
    const { browser } = await anOwner();
    const address = await aCoupon(browser, { name: "Spring" });
    const [mine, theirs] = [await browser.open(`${address}/edit`), await browser.open(`${address}/edit`)];
    await browser.submit(theirs, { ...valuesOf(theirs), max_per_member: "4" }, `${address}/edit`);
    const saved = await browser.submit(mine, { ...valuesOf(mine), name: "Summer" }, `${address}/edit`);
    assert.equal(saved.address, `${address}?done=merged`);
    const after = valuesOf(await browser.open(`${address}/edit`));
    assert.deepEqual([after["name"], after["max_per_member"]], ["Summer", "4"]);
  });

  void test("shows both values of a field that two have changed, and saves after that", async () => {
    const { browser } = await anOwner();
    const address = await aCoupon(browser, { name: "Spring" });
    const [mine, theirs] = [await browser.open(`${address}/edit`), await browser.open(`${address}/edit`)];
    await browser.submit(theirs, { ...valuesOf(theirs), name: "Autumn" }, `${address}/edit`);
    const conflict = await browser.submit(mine, { ...valuesOf(mine), name: "Summer" }, `${address}/edit`);
    assert.equal(conflict.status, 422);
    assert.match(textOf(conflict), /Now: Autumn/);
    assert.equal(valuesOf(conflict)["name"], "Summer");
    const saved = await browser.submit(conflict, valuesOf(conflict), `${address}/edit`);
    assert.equal(saved.address, `${address}?done=saved`);
    assert.equal(valuesOf(await browser.open(`${address}/edit`))["name"], "Summer");
  });

  void test("finds a person by name or address, and says if there are several or none", async () => {
    const { site, browser } = await anOwner();
    for (const name of ["Ada Moss", "Ada Mossman", "Ben Reed"]) await site.member({ name });
    for (let count = 0; count < 45; count++) await site.member({ name: `Filler ${count}` });
    const submit = async (member_ids: string) => {
      const form = await browser.open("/admin/coupons/new");
      return browser.submit(form, { ...coupon, code: `C${member_ids.length}`, member_ids }, "/admin/coupons/new");
    };
    assert.match(textOf(await submit("Nobody Here")), /Nothing matches “Nobody Here”/);
    assert.match(textOf(await submit("Ada")), /Several match “Ada”/);
    const made = await submit("Ben Reed\nAda Moss");
    assert.match(textOf(made), /Members Ben Reed ?, Ada Moss /);
  });

  void test("asks before a deletion, and leads to the list after it", async () => {
    const { browser } = await anOwner();
    const category = await browser.submit(
      await browser.open("/admin/course_categories/new"),
      { name: "Crafts" },
      "/admin/course_categories/new",
    );
    const address = category.address.replace(/\?.*/, "");
    const asked = await browser.open(`${address}/delete`);
    assert.match(textOf(asked), /Delete: Crafts/);
    assert.match(textOf(await browser.open(address)), /Crafts/);
    const deleted = await browser.submit(asked, {}, `${address}/delete`);
    assert.equal(deleted.address, "/admin/course_categories?done=deleted");
    assert.equal((await browser.open(address)).status, 404);
    const gone = await browser.submit(asked, {}, `${address}/delete`);
    assert.equal(gone.status, 404);
  });

  void test("changes nothing after its session has ended, and keeps what was entered", async () => {
    const { site, browser } = await anOwner();
    const form = await browser.open("/admin/coupons/new");
    const stale = await browser.open("/admin/coupons/new", { ...valuesOf(form), ...coupon, csrf: "made-up" });
    assert.equal(stale.status, 403);
    assert.equal(valuesOf(stale)["code"], "SPRING-25");
    assert.deepEqual(await auditOf(site), []);
  });

  void test("changes the school: the next page has its new name", async () => {
    const { browser } = await anOwner();
    const form = await browser.open("/admin/school/edit");
    const saved = await browser.submit(form, { ...valuesOf(form), name: "Millbrook Academy" }, "/admin/school/edit");
    assert.equal(saved.address, "/admin/school?done=saved", textOf(saved));
    assert.match(saved.body, /Millbrook Academy/);
    assert.match((await browser.open("/")).body, /Millbrook Academy/);
  });

  void test("changes a group of settings", async () => {
    const { browser } = await anOwner();
    const address = "/admin/school/settings/reviews/edit";
    const form = await browser.open(address);
    const name = Object.keys(valuesOf(form)).find((key) => !["csrf", "shown", "version"].includes(key));
    assert.ok(name);
    const again = await browser.submit(form, valuesOf(form), address);
    assert.equal(again.address, "/admin/school/settings?done=unchanged");
  });
});

void describe("A derived list", () => {
  void test("is searched, sorted and filtered in its address, and downloaded as CSV", async () => {
    const { browser } = await anOwner();
    for (const code of ["ALPHA", "BRAVO", "CHARLIE"]) await aCoupon(browser, { code });
    const sorted = await browser.open("/admin/coupons?sort=code");
    assert.ok(sorted.body.indexOf("ALPHA") < sorted.body.indexOf("CHARLIE"));
    assert.match(sorted.body, /aria-sort="ascending"/);
    const filtered = await browser.open("/admin/coupons?status=disabled");
    assert.match(textOf(filtered), /Nothing matches these filters\./);
    const csv = await browser.request("GET", "/admin/coupons?sort=code&format=csv");
    assert.match(String(csv.headers["content-disposition"]), /filename="coupons\.csv"/);
    assert.equal(csv.body.trim().split("\r\n").length, 4);
    for (const query of ["sort=nothing", "status=nothing", "cursor=x", "created_at.gte=yesterday", "q="]) {
      const page = await browser.open(`/admin/coupons?${query}`);
      assert.ok(page.status === 200 || page.status === 422, query);
    }
  });

  void test("does an action with the selected rows after a question, and says which failed", async () => {
    const { site, browser } = await anOwner();
    const first = await aCoupon(browser, { code: "ALPHA" });
    const second = await aCoupon(browser, { code: "BRAVO" });
    const rows = Object.fromEntries(
      [first, second].map((address) => [`row.${address.slice(address.lastIndexOf("/") + 1)}`, "on"]),
    );
    const list = await browser.open("/admin/coupons");
    const asked = await browser.submit(list, { ...rows, act: "delete" }, "/admin/coupons");
    assert.match(textOf(asked), /Delete: Coupons/);
    assert.equal((await auditOf(site)).filter(({ action }) => action === "deleteCoupon").length, 0);
    const done = await browser.submit(asked, {}, "/admin/coupons");
    assert.match(textOf(done), /Delete: done for 2\./);
    assert.equal((await auditOf(site)).filter(({ action }) => action === "deleteCoupon").length, 2);
    const twice = await browser.submit(asked, {}, "/admin/coupons");
    assert.match(textOf(twice), /Delete: done for 2\./);
    assert.equal((await auditOf(site)).filter(({ action }) => action === "deleteCoupon").length, 2);
    const again = await browser.submit(asked, { key: "another-question" }, "/admin/coupons");
    assert.equal(again.status, 422);
    const none = await browser.submit(list, { act: "delete" }, "/admin/coupons");
    assert.match(textOf(none), /Select at least one row/);
  });

  void test("is narrowed by links of other pages, also by fields that it does not show", async () => {
    const { site, browser } = await anOwner();
    const { id } = await site.member({ name: "Ada Moss" });
    const member = formatId("member", id);
    const page = await browser.open(`/admin/event_registrations?member_id=${member}`);
    assert.match(textOf(page), /Nothing matches these filters\./);
    assert.match(page.body, /name="member_id"/);
  });
});
