import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../support/browsers/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { type LoopbackClient, aLoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { type AMember, authorizeUrl, password } from "../support/world.ts";

const devices = [
  { name: "phone", viewport: { width: 360, height: 740 } },
  { name: "desktop", viewport: { width: 1280, height: 800 } },
] as const;

void describe("the pages of an authorization, as served", () => {
  let browser: Browser;
  let live: LiveSite;
  let callback: LoopbackClient;
  let member: AMember;

  before(async () => {
    [browser, live, callback] = await Promise.all([launchBrowser(), aLiveSite(), aLoopbackClient()]);
    member = await live.site.member({ name: "Ana Lima", roles: ["lecturer"] });
  });
  after(() => Promise.all([browser.close(), live.close(), callback.close()]));

  async function authorizationAddress(scope = "openid profile email courses:write school:write"): Promise<string> {
    const client = await live.site.register({ redirect_uris: [callback.redirectUri], client_name: "Chart Room" });
    return `${live.origin}${authorizeUrl(client, { scope }).url}`;
  }

  for (const { name: device, viewport } of devices) {
    void test(`have no axe violations on a ${device}, light and dark, and load nothing that their policy forbids`, async () => {
      const page = await aPerson(browser, { viewport });
      const complaints: string[] = [];
      page.on("console", (message) => {
        // A wrong password is a 401, which the console reports, as it reports that signing out clears stored drafts.
        const isExpected = /the server responded with a status of 4|^Clear-Site-Data header on /.test(message.text());
        if (!isExpected) complaints.push(message.text());
      });
      page.on("request", (request) => {
        const own = [live.origin, callback.redirectUri, "data:"].some((start) => request.url().startsWith(start));
        if (!own && !request.url().endsWith("/favicon.ico")) complaints.push(request.url());
      });

      await page.goto(await authorizationAddress());
      await assertFaultless(page, "sign-in");
      await page.getByLabel("Email address").fill(member.email);
      await page.getByLabel("Password").fill("not it at all");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      await assertFaultless(page, "sign-in, refused");

      await signIn(page, member);
      assert.match(await readConsent(page, "Chart Room"), /your role at Harbour School cannot grant/);
      await assertFaultless(page, "consent");
      await decide(page, "Allow");
      await callback.nextAnswer();

      for (const path of ["/", "/account", "/docs/errors", "/docs/errors/invalid_grant", "/nowhere"]) {
        await page.goto(`${live.origin}${path}`);
        await assertFaultless(page, path);
      }
      await page.goto(`${live.origin}/oauth/authorize?client_id=cli_nobody`);
      await page.getByRole("heading", { name: "Invalid request from an app" }).waitFor();
      await assertFaultless(page, "authorize, refused");

      await page.goto(`${live.origin}/account`);
      await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
      await page.getByRole("heading", { name: "You are signed out" }).waitFor();
      await assertFaultless(page, "signed out");
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  void test("are operable with the keyboard alone: Tab, letters and Enter", async () => {
    const page = await aPerson(browser);
    await page.goto(await authorizationAddress("openid"));
    assert.equal(await focused(page), "email", "The first field has the focus.");
    await page.keyboard.type(member.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Allow" }).waitFor();

    const passed: string[] = [];
    while ((passed.at(-1) ?? "") !== "allow" && passed.length < 10) {
      await page.keyboard.press("Tab");
      passed.push(await focused(page));
    }
    assert.deepEqual(passed, ["skip", "switch", "allow"]);
    await page.keyboard.press("Enter");
    assert.match((await callback.nextAnswer()).searchParams.get("code") ?? "", /^lac_/);
    await page.context().close();
  });

  void test("need no script: without JavaScript a member signs in, switches the account, and allows the application", async () => {
    const other = await live.site.member({ name: "Bo Chen" });
    const page = await aPerson(browser, { javaScriptEnabled: false });
    await page.goto(await authorizationAddress("openid profile"));
    await signIn(page, member);
    assert.match(await readConsent(page, "Chart Room"), /Ana Lima/);
    await page.getByRole("button", { name: "Not you?" }).click();
    await signIn(page, other);
    assert.match(await readConsent(page, "Chart Room"), /Bo Chen/);
    await decide(page, "Allow");
    assert.match((await callback.nextAnswer()).searchParams.get("code") ?? "", /^lac_/);

    await page.goto(`${live.origin}/account`);
    await page.getByRole("button", { name: "Revoke access: Chart Room" }).click();
    await page.getByText("No connected apps.").waitFor();
    await page.context().close();
  });

  void test("use the language requested by the application", async () => {
    const page = await aPerson(browser);
    await page.goto(`${await authorizationAddress("openid")}&ui_locales=zh-TW`);
    assert.equal(await page.locator("html").getAttribute("lang"), "zh-TW");
    await assertFaultless(page, "sign-in in Chinese");
    await page.context().close();
  });
});

async function assertFaultless(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violationsOf(page), [], `${name}, ${colorScheme}`);
  }
  const isTooWide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  assert.equal(isTooWide, false, `${name} scrolls horizontally`);
}

/** The focused element by its id, value or class. */
const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.id || document.activeElement.value || document.activeElement.className");
