import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { type LoopbackClient, aLoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { aPicture } from "../support/worlds/pictures.ts";
import type { AMember } from "../support/world.ts";
import { authorize, discover, viewer } from "./support/program.ts";

const allowed = "openid email account:read";

void describe("A member client, from the operator who registers it to the student who connects it", () => {
  let browser: Browser;
  let live: LiveSite;
  let callback: LoopbackClient;
  let owner: AMember;
  let student: AMember;

  before(async () => {
    [browser, live, callback] = await Promise.all([launchBrowser(), aLiveSite(), aLoopbackClient()]);
    owner = await live.site.member({ name: "Olga Petrova", roles: ["owner"] });
    student = await live.site.member({ name: "Ana Lima", roles: ["student"] });
  });
  after(() => Promise.all([browser.close(), live.close(), callback.close()]));

  /** Returns the credentials that the operator passes on to the developer. */
  async function registerIt(page: Page): Promise<{ clientId: string; secret: string }> {
    await page.goto(`${live.origin}/admin`);
    await signIn(page, owner);
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    assert.equal(await page.getByRole("link", { name: "OAuth applications" }).count(), 0);

    await openGroup(page, "Settings");
    await page.getByRole("link", { name: "Beta features" }).first().click();
    await page.getByLabel("MCP connections").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").waitFor();

    await openGroup(page, "Developers");
    await page.getByRole("link", { name: "OAuth applications" }).first().click();
    await page.getByRole("link", { name: "Register an application" }).click();
    await page.getByRole("link", { name: "For members" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Study Buddy");
    await page.getByLabel("Logo").setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: aPicture({ width: 64, height: 64 }),
    });
    await page.getByLabel("Redirect URIs", { exact: true }).fill("not an address");
    await page.getByLabel("Confidential: runs on a server").check();
    await page.getByLabel("See your name, your picture").uncheck();
    await page.getByLabel("See your courses, progress").check();
    await page.getByRole("button", { name: "Register" }).click();

    await page.getByText("Line 1 matches none of the three formats").waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Study Buddy");
    await page.getByLabel("Redirect URIs", { exact: true }).fill(callback.redirectUri);
    await page.getByLabel("Logo").setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: aPicture({ width: 64, height: 64 }),
    });
    await page.getByRole("button", { name: "Register" }).click();

    await page.getByRole("heading", { name: "Secret of Study Buddy" }).waitFor();
    const text = await page.locator("main").innerText();
    const [clientId, secret] = [/cli_\w{26}/.exec(text)![0], /lcs_[\w-]{43}/.exec(text)![0]];
    await page.getByRole("link", { name: "I have copied it" }).click();
    await page.getByRole("heading", { name: "Study Buddy" }).waitFor();
    const shown = await page.locator("main").innerText();
    assert.ok(shown.includes(clientId) && shown.includes(callback.redirectUri) && !shown.includes("lcs_"));
    assert.equal(await isLogoShown(page), true, "the logo");
    return { clientId, secret };
  }

  void test("works without a script, and the operator sees and revokes the student's consent", async () => {
    const operator = await aPerson(browser, { javaScriptEnabled: false });
    const { clientId, secret } = await registerIt(operator);

    const as = await discover(live.origin);
    const client: oauth.Client = { client_id: clientId };
    const request = await authorize(as, client, {
      redirect_uri: callback.redirectUri,
      scope: allowed,
      resource: live.origin,
    });
    const person = await aPerson(browser, { javaScriptEnabled: false });
    await person.goto(request.url.href);
    assert.equal(await isLogoShown(person), true, "the logo at the sign-in");
    await signIn(person, student);
    const consent = await readConsent(person, "Study Buddy");
    assert.match(consent, /Registered by Harbour School for its members/);
    assert.match(consent, /See your courses, progress/);
    assert.equal(await isLogoShown(person), true, "the logo at the consent");
    await decide(person, "Allow");
    const answer = oauth.validateAuthResponse(as, client, await callback.nextAnswer(), request.state);

    const insecure = { [oauth.allowInsecureRequests]: true };
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.ClientSecretPost(secret),
      answer,
      callback.redirectUri,
      request.verifier,
      { additionalParameters: { resource: live.origin }, ...insecure },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce: request.nonce,
      requireIdToken: true,
    });
    assert.equal(tokens.scope, allowed);
    const read = await viewer(live.origin, tokens.access_token);
    assert.equal(((await read.json()) as { data: { viewer: { id: string } } }).data.viewer.id, student.sub);

    await operator.reload();
    assert.match(await operator.locator("main").innerText(), /Connected members\s+1/);
    await operator.getByRole("link", { name: "Delete" }).click();
    await operator.getByRole("button", { name: "Delete application" }).click();
    await operator.getByText("No applications yet.").waitFor();
    await person.goto(`${live.origin}/account`);
    await person.getByText("No connected apps.").waitFor();
    await assert.rejects(viewer(live.origin, tokens.access_token), oauth.WWWAuthenticateChallengeError);
    await Promise.all([operator.context().close(), person.context().close()]);
  });

  void test("is registered with the keyboard alone, on a phone and on a desktop", async () => {
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1280, height: 800 },
    ]) {
      await live.site.set({ betaFeatures: ["mcp_connections"] });
      const page = await aPerson(browser, { viewport });
      await page.goto(`${live.origin}/admin/developers/applications/new?audience=member`);
      await signIn(page, owner);
      await page.getByRole("heading", { name: "Register an application" }).waitFor();
      await page.getByLabel("Name", { exact: true }).focus();
      const write = async (text: string) => {
        await page.keyboard.type(text);
        await page.keyboard.press("Tab");
      };
      await write("Keys");
      await write("");
      // The logo stays empty.
      await page.keyboard.press("Tab");
      await write(callback.redirectUri);
      // No post-logout redirect.
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowDown");
      await tabTo(page, "scope.email");
      await page.keyboard.press("Space");
      await tabTo(page, "Register");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Keys" }).waitFor();
      assert.match(await page.locator("main").innerText(), /Public client/);
      await page.context().close();
    }
  });

  void test("is found on a phone through the collapsed navigation", async () => {
    await live.site.set({ betaFeatures: ["mcp_connections"] });
    const page = await aPerson(browser, { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    await page.goto(`${live.origin}/admin`);
    await signIn(page, owner);
    const navigation = page.getByRole("navigation", { name: "Admin area" });
    assert.equal(await navigation.isVisible(), false);
    await page.locator("summary").filter({ hasText: "Menu" }).click();
    await openGroup(page, "Developers");
    await navigation.getByRole("link", { name: "OAuth applications" }).click();
    await page.getByRole("heading", { name: "OAuth applications" }).waitFor();
    await page.context().close();
  });
});

const openGroup = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Admin area" }).locator("summary").filter({ hasText: name }).click();

/** Returns whether the logo was loaded. */
const isLogoShown = (page: Page): Promise<boolean> =>
  page.evaluate("document.querySelector('img.mark')?.naturalWidth === 64");

const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.name || document.activeElement.innerText.trim()");

async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.at(-1) !== name) {
    assert.ok(passed.length < 20, `Not in the focus order: ${passed.join(", ")}`);
    await page.keyboard.press("Tab");
    passed.push(await focused(page));
  }
}
