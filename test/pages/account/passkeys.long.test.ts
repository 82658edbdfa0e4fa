import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { VirtualAuthenticator } from "../../support/browsers/virtual-authenticator.ts";
import { database } from "../../support/databases/database.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import { type AMember, app } from "../../support/world.ts";

const text = (page: Page) => page.locator("main").innerText();

async function addPasskey(page: Page, name: string) {
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create the passkey" }).click();
}

void describe("A person with passkeys", () => {
  let live: Awaited<ReturnType<typeof aLiveSite>>;
  let browser: Browser;

  before(async () => {
    [live, browser] = await Promise.all([aLiveSite({}, app, "localhost"), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  const open = (page: Page, path: string) => page.goto(live.origin + path);

  /** A member with a passkey, on the page with the recovery codes. */
  async function withPasskey(options: Parameters<typeof VirtualAuthenticator.addTo>[1] = {}) {
    const member = await live.site.member();
    const page = await aPerson(browser);
    page.setDefaultTimeout(15_000);
    const authenticator = await VirtualAuthenticator.addTo(page, options);
    await open(page, "/account/security");
    await signIn(page, member);
    await addPasskey(page, "My laptop");
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    return { member, page, authenticator };
  }

  const methodsOf = async (member: AMember) =>
    (await database.first<{ amr: string[] }>`
      select amr from sessions where site_id = ${live.site.id} and member_id = ${member.id} and revoked_at is null
       order by authenticated_at desc limit 1`)!.amr;

  async function signOut(page: Page) {
    await open(page, "/sign-out");
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out").waitFor();
  }

  /** The suggestions of the email field wait until the button is pressed. */
  async function pressPasskey(page: Page, authenticator: VirtualAuthenticator) {
    await authenticator.setPresent(false);
    await open(page, "/sign-in");
    const button = page.getByRole("button", { name: "Use a passkey" });
    await button.waitFor();
    assert.equal(await page.getByLabel("Email address").getAttribute("autocomplete"), "username webauthn");
    await authenticator.setPresent(true);
    await button.click();
  }

  void test("adds, renames and removes one, and sees its recovery codes once", async () => {
    const { page } = await withPasskey({ isSynced: true });
    assert.equal(await page.locator(".recovery-codes li").count(), 10);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("link", { name: "I have saved them" }).click();
    assert.match(await text(page), /My laptop[^]*Shared by your devices/);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("link", { name: "Rename: My laptop" }).click();
    await page.getByLabel("Name").fill("Work laptop");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The passkey has been renamed.").waitFor();
    await page.getByRole("link", { name: "Remove: Work laptop" }).click();
    assert.match(await text(page), /last second factor/);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("The passkey has been removed.").waitFor();
    assert.match(await text(page), /You have no passkeys/);
    await page.context().close();
  });

  void test("signs in with two clicks, without email and password", async () => {
    const { page, member, authenticator } = await withPasskey();
    await signOut(page);
    await pressPasskey(page, authenticator);
    await page.waitForURL("**/learn");
    assert.deepEqual(await methodsOf(member), ["hwk", "user", "mfa"]);
    await page.context().close();
  });

  void test("signs in from the suggestions of the email field", async () => {
    const { page, member } = await withPasskey({ isSynced: true });
    await signOut(page);
    // The authenticator answers for the person who chooses the passkey.
    await open(page, "/sign-in");
    await page.waitForURL("**/learn");
    assert.deepEqual(await methodsOf(member), ["swk", "user", "mfa"]);
    await page.context().close();
  });

  void test("uses it after the password", async () => {
    const { page, member, authenticator } = await withPasskey();
    await signOut(page);
    const other = await aPerson(browser);
    await open(other, "/sign-in?return_to=/account/security");
    await signIn(other, member);
    await other.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
    assert.deepEqual(await violationsOf(other), []);
    await other.context().close();

    await authenticator.setPresent(false);
    await open(page, "/sign-in?return_to=/account/security");
    await signIn(page, member);
    await page.getByRole("button", { name: "Use your passkey" }).waitFor();
    await authenticator.setPresent(true);
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await page.getByRole("heading", { name: "Sign-in protection" }).waitFor();
    assert.deepEqual(await methodsOf(member), ["pwd", "hwk", "user", "mfa"]);
    await page.context().close();
  });

  void test("cannot add or use one without user verification", async () => {
    const { page, authenticator } = await withPasskey();
    await authenticator.setUserVerified(false);
    await open(page, "/account/security");
    await addPasskey(page, "Second");
    await page.getByText("That did not work.").waitFor();
    await signOut(page);
    await pressPasskey(page, authenticator);
    await page.getByText("That did not work.").waitFor();
    await page.context().close();
  });

  void test("keeps the original out if a copy of it has counted on", async () => {
    const { page, member, authenticator } = await withPasskey();
    const [copy] = await authenticator.credentials();
    await signOut(page);
    await pressPasskey(page, authenticator);
    await page.waitForURL("**/learn");
    await signOut(page);
    await authenticator.clear();
    await authenticator.add(copy!);
    const answer = page.waitForResponse((response) => response.url().endsWith("/sign-in/passkey"));
    await pressPasskey(page, authenticator);
    assert.equal((await answer).status(), 401);
    const refused = await database.many`
      select action from audit_entries
       where site_id = ${live.site.id} and member_id = ${member.id} and action = 'refusePasskey'`;
    assert.ok(refused.length > 0);
    await page.context().close();
  });
});
