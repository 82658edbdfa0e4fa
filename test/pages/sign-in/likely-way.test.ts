import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { aSite, password } from "../../support/world.ts";
import { signIn } from "../support/sign-up-forms.ts";
import { askForCode, aSiteWithCodes, codeIn, enterDigits } from "./support/mailed-codes.ts";
import { addressIn, aConnectedSite, personAt, signInWith } from "./support/provider-site.ts";

const signOut = async (browser: TestBrowser) => browser.submit(await browser.open("/account"), {}, "/sign-out");

/** The label of the first submit button of the page's content. */
const firstButton = ({ body }: Page) =>
  /<button[^>]*type="submit"[^>]*>\s*([^<]*?)\s*<\/button>/.exec(body.slice(body.indexOf("<main")))?.[1];

/** The way that the browser remembers. */
const wayIn = ({ cookies }: TestBrowser) => [...cookies].find(([name]) => name.includes("_way"))?.[1];

void describe("A returning member signs in with two clicks or fewer, by the way of the last time", () => {
  void test("a password: one click", async () => {
    const site = await aSiteWithCodes({ signInByEmail: "first" });
    const { email } = await site.member();
    const browser = site.browser();
    await browser.submit(await browser.open("/sign-in?way=password"), { email, password });
    await signOut(browser);
    const page = await browser.open("/sign-in");
    assert.equal(firstButton(page), "Sign in");
    assert.equal((await browser.submit(page, { email, password })).address, "/learn");
  });

  void test("a code: one click for the email, one for the digits", async () => {
    const site = await aSiteWithCodes();
    const { email } = await site.member();
    const browser = site.browser();
    const asked = await askForCode(browser, email);
    await enterDigits(browser, asked, (await codeIn(email)).digits);
    await signOut(browser);
    const page = await browser.open("/sign-in");
    assert.equal(firstButton(page), "Email me a sign-in code");
    assert.doesNotMatch(page.body, new RegExp(email));
    const second = await browser.submit(page, { email });
    const { digits } = await codeIn(email, 2);
    assert.equal((await browser.submit(second, { digits })).address, "/learn");
  });

  void test("a provider: one click", async () => {
    const connected = await aConnectedSite();
    const person = personAt(connected.domain);
    const { browser } = await signInWith(connected, person);
    await signOut(browser);
    const page = await browser.open("/sign-in");
    assert.equal(firstButton(page), "Continue with Harbour ID");
    const response = connected.provider.approve(addressIn(await browser.submit(page, {})), person);
    assert.equal((await browser.open(response)).address, "/learn");
  });
});

void test("What the browser remembers names a way, and no person, address or account", async () => {
  const site = await aSite();
  const { email } = await site.member();
  const browser = site.browser();
  assert.equal(wayIn(browser), undefined);
  await signIn(site, email, "wrong-anchor-violet-99", browser);
  assert.equal(wayIn(browser), undefined);
  await signIn(site, email, password, browser);
  assert.equal(wayIn(browser), "password");
});

void test("A made-up way changes nothing: the page is that of the school", async () => {
  const connected = await aConnectedSite();
  for (const way of ["code", "provider idp_00000000000000000000000000", "<script>", "provider x", ""]) {
    const browser = connected.site.browser();
    await browser.open("/sign-in");
    const name = [...browser.cookies.keys()].find((key) => key.includes("_browser"))!.replace("_browser", "_way");
    browser.cookies.set(name, encodeURIComponent(way));
    const page = await browser.open("/sign-in");
    assert.equal(firstButton(page), "Sign in", way);
    assert.equal(page.body.split("Continue with Harbour ID").length, 2, way);
  }
});

void test("A newcomer sees an account as an equal choice, and a returning member a link", async () => {
  const site = await aSite({ openSignUp: true });
  const { email } = await site.member();
  const browser = site.browser();
  assert.match((await browser.open("/sign-in")).body, /<a href="\/sign-up" class="button secondary">Create an account/);
  await signIn(site, email, password, browser);
  await signOut(browser);
  assert.match((await browser.open("/sign-in")).body, /<a href="\/sign-up"\s*>Create an account/);
});
