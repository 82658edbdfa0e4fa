import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { VirtualAuthenticator } from "../../support/browsers/virtual-authenticator.ts";
import { codeOf } from "../../support/second-factors.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import { app } from "../../support/world.ts";

async function goOn(page: Page) {
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await page.getByRole("link", { name: "I have saved them" }).click();
  await page.waitForURL("**/admin/members");
}

void describe("A manager whose role requires a second factor", () => {
  let live: Awaited<ReturnType<typeof aLiveSite>>;
  let browser: Browser;

  before(async () => {
    const settings = { secondFactorRequired: ["manager" as const] };
    [live, browser] = await Promise.all([aLiveSite(settings, app, "localhost"), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  /** The page that follows the password. */
  async function afterPassword(options: Parameters<typeof aPerson>[1] = {}) {
    const member = await live.site.member({ roles: ["manager"] });
    const page = await aPerson(browser, options);
    page.setDefaultTimeout(15_000);
    const authenticator = await VirtualAuthenticator.addTo(page);
    await page.goto(`${live.origin}/admin/members`);
    await signIn(page, member);
    await page.getByRole("heading", { name: "Protect your account" }).waitFor();
    return { page, authenticator };
  }

  void test("creates a passkey and gets to the page that they opened", async () => {
    const { page } = await afterPassword();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Create the passkey" }).click();
    await goOn(page);
    await page.context().close();
  });

  void test("uses an app on a phone in the dark, after a passkey that failed", async () => {
    const { page, authenticator } = await afterPassword({
      colorScheme: "dark",
      viewport: { width: 360, height: 740 },
    });
    await authenticator.setUserVerified(false);
    await page.getByRole("button", { name: "Create the passkey" }).click();
    await page.getByText("That did not work.").waitFor();
    await page.locator("summary").click();
    const secret = (await page.locator("code.by-hand").innerText()).replaceAll(" ", "");
    assert.deepEqual(await violationsOf(page), []);
    await page.getByLabel("Code from the app").fill(await codeOf(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    await goOn(page);
    await page.context().close();
  });

  void test("needs no scripts", async () => {
    const { page } = await afterPassword({ javaScriptEnabled: false });
    assert.equal(await page.getByRole("button", { name: "Create the passkey" }).isVisible(), false);
    await page.locator("summary").click();
    const secret = (await page.locator("code.by-hand").innerText()).replaceAll(" ", "");
    await page.getByLabel("Code from the app").fill(await codeOf(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    await goOn(page);
    await page.context().close();
  });
});
