import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { anAddress, chosen, linkTo } from "../pages/support/sign-up-forms.ts";
import { violationsOf } from "../support/browsers/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { aLiveSite, type LiveSite } from "../support/worlds/live-site.ts";
import { aLoopbackClient, type LoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent } from "../support/worlds/person.ts";
import { authorizeUrl } from "../support/world.ts";
import { collectComplaints } from "../support/browsers/collect-complaints.ts";

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

void describe("Sign-up and account access in a browser", () => {
  let browser: Browser;
  let live: LiveSite;
  let callback: LoopbackClient;

  before(async () => {
    [browser, live, callback] = await Promise.all([
      launchBrowser(),
      aLiveSite({ openSignUp: true }),
      aLoopbackClient(),
    ]);
  });
  after(() => Promise.all([browser.close(), live.close(), callback.close()]));

  /** A browser page without console errors or axe violations. */
  async function checkedPage(): Promise<{ page: Page; faultless: (heading: string) => Promise<void> }> {
    const page = await aPerson(browser, { viewport: { width: 390, height: 800 } });
    const complaints: string[] = [];
    collectComplaints(page, complaints);
    return {
      page,
      faultless: async (heading) => {
        await page.getByRole("heading", { level: 1, name: heading }).waitFor();
        assert.deepEqual(await violationsOf(page), [], heading);
        assert.deepEqual(complaints, []);
      },
    };
  }

  void test("a visitor sent by an application signs up, verifies by email and returns to it with a code", async () => {
    const client = await live.site.register({ redirect_uris: [callback.redirectUri], client_name: "Chart Room" });
    const { page, faultless } = await checkedPage();
    const email = anAddress();
    await page.goto(`${live.origin}${authorizeUrl(client, { scope: "openid email" }).url}`);
    await faultless("Sign in");
    await page.getByRole("link", { name: "Create an account" }).click();
    await faultless("Create an account");
    await page.getByLabel("Name").fill("Bo Lind");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(chosen);
    await page.keyboard.press("Enter");
    await faultless("Check your email");

    await page.goto(`${live.origin}${await linkTo(email)}`);
    await faultless("Confirm your account");
    await press(page, "Create account");
    await readConsent(page, "Chart Room");
    await decide(page, "Allow");
    assert.match((await callback.nextAnswer()).searchParams.get("code")!, /^lac_/);
    await page.goto(`${live.origin}/account`);
    await faultless("Bo Lind");
  });

  void test("a member who forgot the password chooses another one and signs in with it", async () => {
    const { email } = await live.site.member({ name: "Ana Lima" });
    const { page, faultless } = await checkedPage();
    await page.goto(`${live.origin}/sign-in`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await faultless("Reset your password");
    await page.getByLabel("Email address").fill(email);
    await press(page, "Send link");
    await faultless("Check your email");

    await page.goto(`${live.origin}${await linkTo(email)}`);
    await faultless("Choose a new password");
    await page.getByLabel("New password").fill(chosen);
    await press(page, "Set password");
    await faultless("Sign in");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(chosen);
    await press(page, "Sign in");
    await faultless("My learning");
  });

  void test("a member changes email address and password on the account page", async () => {
    const member = await live.site.member({ name: "Ana Lima" });
    const { page, faultless } = await checkedPage();
    const next = anAddress();
    await page.goto(`${live.origin}/sign-in`);
    await page.getByLabel("Email address").fill(member.email);
    await page.getByLabel("Password").fill("plum-anchor-violet-37");
    await press(page, "Sign in");
    await page.locator("details.me > summary").click();
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByRole("link", { name: "Change email address" }).click();
    await faultless("Change your email address");
    await page.getByLabel("New email address").fill(next);
    await page.getByLabel("Current password").fill("plum-anchor-violet-37");
    await press(page, "Send link");
    await faultless("Check your email");
    await page.goto(`${live.origin}${await linkTo(next)}`);
    await faultless("Change your email address");
    await press(page, "Change address");
    await faultless("Your email address has been changed");
    await page.getByRole("link", { name: "Go to your account" }).click();
    await page.getByText(next).waitFor();

    await page.getByRole("link", { name: "Change password" }).click();
    await faultless("Change your password");
    await page.getByLabel("Current password").fill("plum-anchor-violet-37");
    await page.getByLabel("New password").fill(chosen);
    await press(page, "Change password");
    await page.getByRole("status").waitFor();
    await faultless("Ana Lima");
  });
});
