import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import type { Page } from "../../support/browser-session.ts";
import { aSite } from "../../support/world.ts";

const problemAt = ({ body }: Page, id: string): string | undefined =>
  new RegExp(`<p id="${id.replaceAll(".", String.raw`\.`)}-problem" class="wrong">([^<]+)</p>`).exec(body)?.[1];

void test("A form says the limit that a value exceeds", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const cases: [path: string, fields: Record<string, string>, messages: Record<string, string>][] = [
    [
      "/admin/coupons/new",
      { name: "x".repeat(301), "discount.kind": "percent", "discount.percent.percent": "200", max_redemptions: "0" },
      {
        "discount.percent.percent": "Enter at most 100.",
        max_redemptions: "Enter at least 1.",
        name: "Use at most 200 characters.",
      },
    ],
    [
      "/admin/posts/new",
      { title: "x".repeat(301), tags: `short\n${"x".repeat(101)}` },
      {
        title: "Use at most 200 characters.",
        tags: "An entry is too long. Use at most 50 characters for each.",
      },
    ],
    [
      "/admin/posts/new",
      { title: "Many tags", tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`).join("\n") },
      { tags: "Enter or choose at most 20." },
    ],
  ];
  for (const [path, fields, messages] of cases) {
    const page = await browser.submit(await browser.open(path), fields, path);
    assert.equal(page.status, 422);
    for (const [id, message] of Object.entries(messages)) assert.equal(problemAt(page, id), message, id);
  }
});

void test("A form says no limit in another unit than that of the field", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const path = "/admin/coupons/new";
  const amount = "discount.amount.amount";
  const fields = {
    code: "LESS",
    "discount.kind": "amount",
    [`${amount}.amount`]: "999999999999",
    [`${amount}.currency`]: "USD",
  };
  const page = await browser.submit(await browser.open(path), fields, path);
  assert.equal(page.status, 422);
  assert.equal(problemAt(page, amount), "This is too long or too large. Make it smaller.");
});

void test("An empty text that is required is named as such", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const made = await browser.submit(
    await browser.open("/admin/post_categories/new"),
    { name: "News" },
    "/admin/post_categories/new",
  );
  const path = `${made.address.replace(/\?.*/, "")}/edit`;
  const page = await browser.submit(await browser.open(path), { name: "" }, path);
  assert.equal(page.status, 422);
  assert.equal(problemAt(page, "name"), "Fill in this field.");
});

void test("A time beyond a limit is called earlier or later, not smaller or larger", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const plan = await browser.submit(
    await browser.open("/admin/membership_plans/new"),
    { name: "Friends", plan_type: "recurring", status: "active" },
    "/admin/membership_plans/new",
  );
  const planId = /mpl_\w{26}/.exec(plan.address)?.[0] ?? "";
  const member = await site.member();
  const path = "/admin/subscriptions/new";
  const fields = { plan_id: planId, member_id: formatId("member", member.id), "ends_at.date": "2020-01-01" };
  const page = await browser.submit(await browser.open(path), fields, path);
  assert.equal(page.status, 422);
  assert.match(page.body, /<a href="#ends_at.date">Ends: Date<\/a>/);
  assert.equal(problemAt(page, "ends_at"), "The end must be in the future and after the start.");
});

void test("A text that is no number is refused as such, not as missing", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const path = "/admin/coupons/new";
  const amount = "discount.amount.amount";
  const fields = {
    code: "LESS",
    "discount.kind": "amount",
    [`${amount}.amount`]: "a lot",
    [`${amount}.currency`]: "USD",
    max_redemptions: "many",
    max_per_member: "2.5",
  };
  const page = await browser.submit(await browser.open(path), fields, path);
  assert.equal(page.status, 422);
  assert.equal(problemAt(page, amount), "Enter an amount such as 49 or 49.90.");
  for (const id of ["max_redemptions", "max_per_member"])
    assert.equal(problemAt(page, id), "Enter a whole number, such as 12.", id);
});

void test("A field is as long, and takes the keyboard, that its limits ask for", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const coupon = (await browser.open("/admin/coupons/new")).body;
  assert.match(coupon, /<input\s+id="name"[^>]*\smaxlength="200"/);
  assert.match(coupon, /<input\s+id="max_redemptions"[^>]*\sinputmode="numeric"/);
  const menu = (await browser.open("/admin/appearance/navigation/edit")).body;
  assert.match(menu, /<input\s+id="navigation\.\d+\.href"[^>]*\smaxlength="\d+"/);
  const event = (await browser.open("/admin/events/new")).body;
  assert.match(event, /<textarea\s+id="summary"/);
  assert.match(event, /<input\s+id="location.geo.latitude"[^>]*\sinputmode="decimal"/);
});
