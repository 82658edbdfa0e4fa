import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { newId } from "#domain/platform/ids.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";

const phone = { viewport: { width: 360, height: 800 }, colorScheme: "dark" } as const;

const found = (page: Page, name: string) => page.getByRole("option", { name: new RegExp(name) });

void describe("The scripts of derived forms", () => {
  let live: LiveSite;
  let browser: Browser;

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
    // More than a form offers at once.
    for (let index = 0; index < 41; index++) {
      await live.site.member({ email: `${newId()}@example.test`, name: `Member ${index}`, roles: ["student"] });
    }
    await live.site.member({ email: "ada@example.test", name: "Ada Lovelace", roles: ["student"] });
    await live.site.member({ email: "zoe@example.test", name: "Zoe Quist", roles: ["student"] });
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  void test("find members by name and choose several by keys, on a phone as well", async () => {
    for (const options of [{}, phone]) {
      const page = await anOwner(live, browser, options);
      await page.goto(`${live.origin}/admin/coupons/new`);
      await page.getByText("More options").click();
      const box = page.getByRole("combobox", { name: "Members" });
      for (const [text, name] of [
        ["ada", "Ada Lovelace"],
        ["zoe", "Zoe Quist"],
      ] as const) {
        await box.pressSequentially(text);
        await found(page, name)
          .waitFor()
          .catch(async () => assert.fail(await page.locator("main").innerText()));
        await page.keyboard.press("ArrowDown");
        assert.deepEqual(await violationsOf(page), []);
        await page.keyboard.press("Enter");
      }
      assert.deepEqual(await page.locator(".chip > .foreign").allInnerTexts(), ["Ada Lovelace", "Zoe Quist"]);
      assert.deepEqual(await violationsOf(page), []);
      await page.getByRole("button", { name: "Remove Ada Lovelace" }).click();
      assert.match(await page.locator("textarea[name=member_ids]").inputValue(), /^mbr_\w{26}$/);
      const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.ok(Number(beyond) <= 0);
      await page.context().close();
    }
  });

  void test("leave a name that was typed and not chosen to the server", async () => {
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/coupons/new`);
    await page.locator("#code").fill("ZOE");
    await page.locator('input[name="discount.kind"][value="free"]').check();
    await page.getByText("More options").click();
    await page.getByRole("combobox", { name: "Members" }).fill("zoe@example.test");
    await page.locator("main button[type=submit]").click();
    await page.waitForURL(/done=created/);
    await page.getByText("Zoe Quist").first().waitFor();
    await page.context().close();
  });

  void test("send a file in parts, continue after a broken connection, and show an image first", async () => {
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/files`);
    await page.getByRole("button", { name: "Choose files" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(new URL(request.url()).pathname.replace(/.*parts/, ""));
    });
    let broken = 0;
    await page.route("**/parts/2", (route) => (broken++ === 0 ? route.abort("connectionreset") : route.continue()));
    await page
      .locator("l-upload input[type=file]")
      .setInputFiles({ name: "film.bin", mimeType: "application/octet-stream", buffer: randomBytes(9 * 1024 * 1024) });
    await page.getByText("The connection broke").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.waitForURL(/files\/fil_/);
    await page.getByText("film.bin").first().waitFor();
    assert.deepEqual(sent, ["/1", "/2", "/2"]);

    await page.goto(`${live.origin}/admin/lecturers/new`);
    const image = await page.screenshot();
    await page
      .locator('l-upload[data-for="picture_file_id"] input[type=file]')
      .setInputFiles({ name: "portrait.png", mimeType: "image/png", buffer: image });
    await page.getByText("Uploaded.").waitFor();
    assert.equal(await page.locator(".transfer img.preview").isVisible(), true);
    assert.match(await page.locator("[name=picture_file_id]").inputValue(), /^fil_\w{26}$/);
    assert.deepEqual(await violationsOf(page), []);
    await page.context().close();
  });

  void test("say in words why a file is refused", async () => {
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/lecturers/new`);
    await page
      .locator('l-upload[data-for="picture_file_id"] input[type=file]')
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No picture.") });
    await page.locator(".transfer .wrong").waitFor();
    assert.match(await page.locator(".transfer .wrong").innerText(), /[A-Z].* .*\./);
    assert.equal(await page.locator("[name=picture_file_id]").inputValue(), "");
    await page.context().close();
  });

  void test("add, move and remove rows by keys and by dragging, and restore them", async () => {
    const page = await anOwner(live, browser);
    await page.setViewportSize({ width: 1200, height: 2400 });
    const open = async () => {
      await page.goto(`${live.origin}/admin/membership_plans/new`);
      await page.locator("l-rows:defined").first().waitFor({ state: "attached" });
    };
    await open();
    await page.getByText("More options").click();
    const rows = page.locator('l-rows[data-name="faq"]');
    const questions = () =>
      rows
        .locator(".row-of-form:not([hidden]) input[name$='.question']")
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
    for (const text of ["One", "Two", "Three"]) {
      await rows.getByRole("button", { name: "Add a row" }).press("Enter");
      await page.keyboard.type(text);
    }
    await rows.getByRole("button", { name: "Move up: Row 3" }).press("Enter");
    assert.deepEqual(await questions(), ["One", "Three", "Two"]);
    await rows.getByRole("button", { name: "Remove: Row 1" }).press("Enter");
    assert.deepEqual(await questions(), ["Three", "Two"]);
    assert.deepEqual(await violationsOf(page), []);
    await page.keyboard.press("Enter");
    assert.deepEqual(await questions(), ["One", "Three", "Two"], "The focus is on the button that brings it back.");
    await rows.getByRole("button", { name: "Remove: Row 1" }).press("Enter");
    const handle = (await rows.locator(".row-of-form:not([hidden]) > .row-acts > .grip").nth(1).boundingBox())!;
    const first = (await rows.locator(".row-of-form:not([hidden])").first().boundingBox())!;
    await page.mouse.move(handle.x + 5, handle.y + 5);
    await page.mouse.down();
    await page.mouse.move(handle.x + 5, first.y + 5, { steps: 5 });
    await page.mouse.up();
    assert.deepEqual(await questions(), ["Two", "Three"]);
    await page.goto("about:blank");
    await open();
    await page.getByRole("button", { name: "Restore what you typed" }).click();
    assert.deepEqual(await questions(), ["Two", "Three"]);
    await page.context().close();
  });

  void test("save rows in the order that they have on the page", async () => {
    const page = await anOwner(live, browser);
    const address = `${live.origin}/admin/appearance/navigation/edit`;
    await page.goto(address);
    const rows = page.locator('l-rows[data-name="navigation"]');
    const own = rows.locator("> .rows-of-form > .row-of-form");
    const labels = () =>
      own
        .locator("input[name$='.label']")
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
    const before = (await labels()).length;
    for (const name of ["First", "Second"]) {
      await rows.locator("> .button").press("Enter");
      await page.keyboard.type(name);
      await own.last().locator("input[name$='.href']").first().fill("/courses");
    }
    await own.last().locator("> .row-acts button").first().press("Enter");
    await page.locator("main button[type=submit]").click();
    await page.waitForURL(/done=saved/);
    await page.goto(address);
    assert.deepEqual((await labels()).slice(before), ["Second", "First"]);
    await page.context().close();
  });
});
