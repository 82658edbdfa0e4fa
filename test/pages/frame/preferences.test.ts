import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { database } from "../../support/databases/database.ts";
import { cookiesOf } from "../../support/isolation/attempt.ts";
import { aSite } from "../../support/world.ts";

const langOf = (body: string) => /<html lang="([^"]+)"/.exec(body)![1];
const themeOf = (body: string) => /<meta name="color-scheme" content="([^"]+)"/.exec(body)![1];

void test("A visitor chooses language and theme with buttons, and other visitors keep their own", async () => {
  const site = await aSite();
  const [visitor, other] = [site.browser(), site.browser()];
  // Kept for visitors without a choice.
  for (const browser of [visitor, other]) assert.equal(langOf((await browser.open("/courses")).body), "en");
  const form = /<form class="switches"[^]*?<\/form>/.exec((await visitor.open("/courses?utm_source=mail")).body)![0];
  assert.match(form, /name="return_to" value="\/courses"/);
  const chosen = await visitor.open("/account/preferences", { language: "zh-TW", return_to: "/courses" });
  assert.deepEqual([chosen.address, langOf(chosen.body)], ["/courses", "zh-TW"]);
  const dark = await visitor.open("/account/preferences", { theme: "dark", return_to: "/courses" });
  assert.deepEqual([langOf(dark.body), themeOf(dark.body)], ["zh-TW", "dark"]);
  assert.match(String(dark.response.headers["vary"]), /Cookie/);
  const seen = await other.open("/courses");
  assert.deepEqual([langOf(seen.body), themeOf(seen.body)], ["en", "light dark"]);
  // Sign-in pages too.
  assert.equal(langOf((await visitor.open("/sign-in")).body), "zh-TW");
  for (const [, address] of dark.body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
    const style = await site.get(address!.replaceAll("&amp;", "&"));
    assertStatus(style, 200);
    assert.match(String(style.headers["cache-control"]), /immutable/);
    assert.doesNotMatch(style.body, /prefers-color-scheme: dark/);
  }
  const device = await visitor.open("/account/preferences", { theme: "device", return_to: "/courses" });
  assert.equal(themeOf(device.body), "light dark");
  const nowhere = await visitor.request("POST", "/account/preferences", {
    language: "fr",
    return_to: "//evil.example",
  });
  assert.equal(nowhere.headers.location, "/");
});

void test("The page on which a language is chosen is shown again, and no page of another site", async () => {
  const visitor = (await aSite()).browser();
  const chosen = async (address: string) =>
    (await visitor.request("POST", "/account/preferences", { language: "zh-TW", return_to: address })).headers.location;
  for (const address of [
    "/search?q=knots+and%20%E7%B5%90",
    "/lecturers/ana.b",
    "/sign-in?return_to=/learn/knots",
    "/about-us",
    "/",
  ]) {
    assert.equal(await chosen(address), address);
  }
  for (const address of [
    "//evil.example",
    "/\\evil.example",
    "/search//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "/\tevil",
    "/search\r\nset-cookie: a=b",
    "/\u7d50",
  ]) {
    assert.equal(await chosen(address), "/", address);
  }
  const { body } = await visitor.open("/search?q=knots&utm_source=mail");
  assert.match(body, /name="return_to" value="\/search\?q=knots"/);
});

void test("The choices of a member are in their account, on every device", async () => {
  const site = await aSite();
  const member = await site.member();
  const browser = await site.signedIn(member);
  await browser.open("/account/preferences", { language: "zh-TW", theme: "light", return_to: "/learn" });
  const phone = await site.signedIn(member);
  const { body } = await phone.open("/learn");
  assert.deepEqual([langOf(body), themeOf(body)], ["zh-TW", "light"]);
  assert.match(body, /href="#preferences"/);
  const stored = await database.first<{ locale: string; theme: string }>`
    select locale, theme from members where site_id = ${site.site.id} and id = ${member.id}`;
  assert.deepEqual(stored, { locale: "zh-TW", theme: "light" });
  const forged = await phone.request(
    "POST",
    "/account/preferences",
    { language: "en" },
    { "sec-fetch-site": "cross-site" },
  );
  assertStatus(forged, 403);
});

void test("Browsers that do not say where a form comes from change what a visitor sees, and members need the form of a page of their account", async () => {
  const site = await aSite();
  const fields = { theme: "dark", return_to: "/courses" };
  const send = (browser: TestBrowser, form: Record<string, string> = fields, origin = "null") =>
    site.postForm("/account/preferences", form, {
      headers: { origin, accept: "text/html", cookie: cookiesOf(browser) },
    });
  const visitor = site.browser();
  const answer = await send(visitor);
  assert.equal(answer.headers.location, "/courses");
  assert.match(String(answer.headers["set-cookie"]), /theme=dark/);
  assertStatus(await send(visitor, fields, "https://evil.example"), 403);
  const browser = await site.signedIn(await site.member());
  assert.equal((await send(browser)).headers.location, "/account#preferences");
  const account = await browser.open("/account");
  assert.equal(themeOf(account.body), "light dark");
  const form = /<form class="switches"[^]*?<\/form>/.exec(account.body)![0];
  const csrf = /name="csrf" value="([^"]+)"/.exec(form)![1]!;
  assert.equal((await send(browser, { ...fields, csrf })).headers.location, "/courses");
  assert.equal(themeOf((await browser.open("/account")).body), "dark");
});

void test("A member chooses a time zone, in which pages show times", async () => {
  const site = await aSite();
  const member = await site.member();
  const browser = await site.signedIn(member);
  const account = await browser.open("/account");
  assert.match(account.body, /As the school: /);
  const saved = await browser.submit(account, { time_zone: "Asia/Tokyo" }, "/account/time-zone");
  assert.match(saved.body, /Your time zone has been saved/);
  assert.match(saved.body, /<option selected>Asia\/Tokyo/);
  assert.match(saved.body, /Signed in <time[^>]*>[^<]*(JST|GMT\+9)/);
  const device = await browser.submit(saved, { device: "Europe/Lisbon" }, "/account/time-zone");
  assert.match(device.body, /<option selected>Europe\/Lisbon/);
  const wrong = await browser.submit(device, { time_zone: "Mars/Olympus" }, "/account/time-zone");
  assertStatus(wrong.response, 400);
  const school = await browser.submit(device, { time_zone: "" }, "/account/time-zone");
  assert.doesNotMatch(school.body, /<option selected>/);
});
