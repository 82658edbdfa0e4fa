import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aPerson, signIn } from "../support/worlds/person.ts";
import { anIntegration } from "../oauth/support/integrations.ts";

void describe("The admin area in a browser without script, with the keyboard alone", () => {
  let browser: Browser;
  let live: LiveSite;
  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  async function anOwner(): Promise<Page> {
    const page = await aPerson(browser, { javaScriptEnabled: false });
    await page.goto(`${live.origin}/admin`);
    await signIn(page, await live.site.member({ roles: ["owner"] }));
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    return page;
  }

  void test("is navigated by its menu, after a skip link", async () => {
    const page = await anOwner();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Skip to content");
    for (const name of ["Insight", "Audit log"]) {
      await tabTo(page, name);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
    assert.equal(await page.locator(".rail [aria-current]").textContent(), "Audit log");
  });

  void test("an integration is enabled, and the page shows it immediately", async () => {
    const { name } = await anIntegration();
    const page = await anOwner();
    await page.goto(`${live.origin}/admin/developers/integrations`);
    await tabTo(page, `Turn on: ${name}`);
    await page.keyboard.press("Space");
    await page
      .getByRole("status")
      .filter({ hasText: `${name} is turned on` })
      .waitFor();
    await tabTo(page, `Turn off: ${name}`);
  });

  void test("hosts are entered and open registration is checked", async () => {
    const page = await anOwner();
    await page.goto(`${live.origin}/admin/developers/documents`);
    await tabTo(page, "Hosts");
    await page.keyboard.type("apps.example");
    await page.keyboard.press("Enter");
    await page.keyboard.type("not a host");
    await tabTo(page, "Open registration");
    await page.keyboard.press("Space");
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    assert.match(await page.title(), /^Problem: /);
    const hosts = page.getByLabel("Hosts");
    assert.match((await hosts.getAttribute("aria-describedby"))!, /hosts-problem/);
    await hosts.fill("apps.example");
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await page.getByRole("status").waitFor();
    assert.equal(await page.getByLabel("Hosts").inputValue(), "apps.example");
    assert.equal(await page.getByLabel("Open registration").isChecked(), true);
  });

  void test("signing is selected with the arrow keys, and a key is withdrawn from an expanded section", async () => {
    const page = await anOwner();
    await live.site.connect(await live.site.register(), await live.site.member(), "openid");
    await page.goto(`${live.origin}/admin/security/signing`);
    await tabTo(page, "On");
    await page.keyboard.press("ArrowUp");
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await page.getByRole("status").waitFor();
    assert.equal(await page.getByLabel("Keys published, signing off").isChecked(), true);

    await tabTo(page, "Leaked key");
    await page.keyboard.press("Enter");
    await tabTo(page, "Withdraw all keys");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "All previous keys have been withdrawn" }).waitFor();
  });

  void test("a lifetime is changed by number and unit", async () => {
    const page = await anOwner();
    await page.goto(`${live.origin}/admin/security/limits`);
    const sessions = page.getByRole("group", { name: "Sessions" });
    await sessions.getByLabel("Number").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("12");
    await page.keyboard.press("Tab");
    await page.keyboard.type("hours");
    await page.keyboard.press("Tab");
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await page.getByRole("status").waitFor();
    assert.equal(await sessions.getByLabel("Number").inputValue(), "12");
    assert.equal(await sessions.getByLabel("Unit").inputValue(), "hours");
  });

  void test("the log is filtered, and an entry expanded", async () => {
    const page = await anOwner();
    await page.goto(`${live.origin}/admin/security/audit-log`);
    await tabTo(page, "Filter entries");
    await page.keyboard.press("Enter");
    await tabTo(page, "Event");
    await page.keyboard.type("A person signed in");
    await tabTo(page, "Apply");
    await page.keyboard.press("Enter");
    await page.waitForURL(/action=signIn/);
    await tabTo(page, "Details");
    await page.keyboard.press("Enter");
    await page.getByText("Action name").first().waitFor({ state: "visible" });
    await tabTo(page, "Only this person");
    await page.keyboard.press("Enter");
    await page.waitForURL(/member=mbr_/);
  });
});

/** Name of the focused control: its label, its text, or the fields around it. */
const nameOf = `(() => {
  const at = document.activeElement;
  const label = at.labels?.[0]?.textContent ?? at.getAttribute("aria-label") ?? at.textContent;
  return label.replaceAll(/\\s+/g, " ").trim();
})()`;

const focused = (page: Page): Promise<string> => page.evaluate<string>(nameOf);

/** Tabs from the current focus to a control; the focused element is outlined. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const found = await focused(page);
    if (found === name) {
      assert.equal(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle"), "solid", name);
      return;
    }
    passed.push(found);
  }
  assert.fail(`Expected the focus on ${name}, but found ${passed.join(", ")}`);
}
