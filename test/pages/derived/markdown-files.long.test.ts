import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";

/** An image of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const written = async (page: Page): Promise<string> => page.locator("textarea[name=bio_markdown]").inputValue();

/** Sends an event with a file or with HTML to the editor. */
const send = (page: Page, type: "paste" | "drop", content: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    ${content};
    const box = document.querySelector(".rich [role=textbox]");
    const { left, top } = box.getBoundingClientRect();
    const options = { bubbles: true, cancelable: true };
    box.dispatchEvent(${
      type === "paste"
        ? "new ClipboardEvent('paste', { clipboardData: data, ...options })"
        : "new DragEvent('drop', { dataTransfer: data, clientX: left + 5, clientY: top + 5, ...options })"
    });
  })()`);

const anImage = `data.items.add(new File([Uint8Array.from(atob("${pixel}"), (one) => one.charCodeAt(0))], "dot.png", { type: "image/png" }))`;

void describe("Files in the editor of a Markdown field", () => {
  let live: LiveSite;
  let browser: Browser;

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  void test("have relative addresses, however they are inserted, and readers see them", async () => {
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/lecturers/new`);
    const box = page.locator(".rich [role=textbox]");
    await box.waitFor();
    await page.locator("#name").fill("Ada");

    for (const [index, type] of (["drop", "paste"] as const).entries()) {
      await send(page, type, anImage);
      await page.locator(".rich [role=textbox] img").nth(index).waitFor();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Image", exact: true }).click();
    await page
      .locator(".panel-of-editor l-upload input[type=file]")
      .setInputFiles({ name: "chosen.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") });
    await page.locator(".rich [role=textbox] img").nth(2).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Image", exact: true }).click();
    await page.locator(".library button").first().click();
    await page.locator(".rich [role=textbox] img").nth(3).waitFor();
    const [image] = [...(await written(page)).matchAll(/\((\/files\/fil_\w{26})\)/g)].map(([, address]) => address!);
    assert.equal((await written(page)).match(/!\[[^\]]*\]\(\/files\/fil_\w{26}\)/g)?.length, 4, await written(page));

    await box.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await send(
      page,
      "paste",
      `data.setData("text/html", '<p><a href="${live.origin}${image}">copied</a><img src="${live.origin}${image}"></p>')`,
    );
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Link", exact: true }).click();
    await page.keyboard.type(`${live.origin}${image}`);
    await page.keyboard.press("Enter");
    assert.ok(!(await written(page)).includes(live.origin), await written(page));
    assert.equal((await written(page)).match(/\[[^\]]*\]\(\/files\/fil_\w{26}\)/g)?.length, 7, await written(page));

    await page.locator("main button[type=submit]").click();
    await page.waitForURL(/done=created/);
    const sizes = await page.evaluate(
      "[...document.querySelectorAll('main .rendered img, main .text img')].map((one) => one.naturalWidth)",
    );
    assert.deepEqual(sizes, [1, 1, 1, 1, 1]);
    await page.context().close();
  });
});
