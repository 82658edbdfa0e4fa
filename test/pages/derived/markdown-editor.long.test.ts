import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";

const address = "/admin/lecturers/new";

/** A text in a style that the editor does not write itself. */
const inOtherStyle = "Head\n====\n\n* one\n* __two__\n\n| a | b |\n|---|---|\n| 1 | 2 |";

const texts = {
  kept: inOtherStyle,
  "lost by the editor": "Water[^1] ==matters==.\n\n[^1]: Rain.",
};

const box = (page: Page) => page.locator(".rich [role=textbox]");

const source = (page: Page) => page.locator("textarea[name=bio_markdown]");

void describe("The editor of a Markdown field", () => {
  let live: LiveSite;
  let browser: Browser;

  /** What the policy of the page refused. */
  let blocked: string[] = [];
  afterEach(() => assert.deepEqual(blocked, []));

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  async function open(options: Parameters<typeof anOwner>[2] = {}): Promise<Page> {
    const page = await anOwner(live, browser, options);
    page.on("console", (message) => {
      if (/Content.Security.Policy/i.test(message.text())) blocked.push(message.text());
    });
    await page.goto(live.origin + address);
    await box(page).waitFor();
    return page;
  }

  /** Makes a lecturer with this text, and opens the form that changes it. */
  async function edit(page: Page, text: string): Promise<string> {
    await page.getByRole("button", { name: "Show the Markdown source" }).click();
    await page.locator("#name").fill("Ada");
    await source(page).fill(text);
    await page.locator("main button[type=submit]").click();
    await page.waitForURL(/lecturers\/ltr_\w+\?done=created/);
    const path = new URL(page.url()).pathname;
    await page.goto(`${live.origin}${path}/edit`);
    await page.locator("l-markdown button").last().waitFor();
    return path;
  }

  void test("shows single line breaks as readers see them, and keeps them in the text", async () => {
    const page = await anOwner(live, browser);
    await page.goto(live.origin + address);
    await box(page).waitFor();
    const text = "```\nof\ncode\n```\n\nOne line\nof *two*\nparts.";
    await edit(page, text);
    await box(page).waitFor();
    assert.equal(await box(page).locator("p").first().innerText(), "One line of two parts.");
    assert.equal(await box(page).locator("pre").innerText(), "of\ncode");
    assert.equal(await source(page).inputValue(), text);
    await box(page).locator("p").first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Again");
    await page.getByRole("button", { name: "Show the Markdown source" }).click();
    assert.equal(await source(page).inputValue(), `${text} Again`);
    await page.context().close();
  });

  void test("opens with formatting and the focus for a person whom a link has led to the field", async () => {
    const page = await open();
    await edit(page, "Digs **deep**.");
    const form = page.url();
    await page.goto("about:blank");
    await page.goto(`${form}#bio_markdown`);
    await page.locator(".rich [role=textbox]:focus").waitFor();
    assert.equal(await source(page).isVisible(), false);
    await page.context().close();
  });

  void test("does not interrupt a person who types before it is loaded", async () => {
    const page = await anOwner(live, browser);
    const gate = Promise.withResolvers<void>();
    await page.route("**/editor.js", async (route) => {
      await gate.promise;
      await route.continue();
    });
    const asked = page.waitForRequest("**/editor.js");
    await page.goto(live.origin + address);
    await asked;
    await source(page).focus();
    await page.keyboard.type("Knots");
    gate.resolve();
    await page.getByRole("button", { name: "Show with formatting" }).waitFor();
    await page.keyboard.type(" and ropes");
    assert.equal(await source(page).inputValue(), "Knots and ropes");
    assert.equal(await page.evaluate("document.activeElement.name"), "bio_markdown");
    await page.getByRole("button", { name: "Show with formatting" }).click();
    await box(page).getByText("Knots and ropes").waitFor();
    await page.context().close();
  });

  void test("writes headings, bold, lists, links and tables as Markdown, by keys, light and dark, on any screen", async () => {
    for (const options of [{}, { viewport: { width: 360, height: 800 }, colorScheme: "dark" as const }]) {
      const page = await open(options);
      await box(page).click();
      await page.keyboard.type("## Soil");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Dig ");
      await page.keyboard.press("Control+b");
      await page.keyboard.type("deep");
      await page.keyboard.press("Control+b");
      await page.keyboard.press("Enter");
      await page.keyboard.type("- rake");
      await page.keyboard.press("Enter");
      await page.keyboard.type("耙子");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Link", exact: true }).click();
      await page.keyboard.type("school.example");
      await page.keyboard.press("Enter");
      const written = await source(page).inputValue();
      assert.match(written, /^## Soil\n\nDig \*\*deep\*\*\n\n- rake\n- 耙子\n/);
      assert.match(written, /\(https:\/\/school\.example\)/);
      assert.deepEqual(await violationsOf(page), []);
      const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.ok(Number(beyond) <= 0);
      await page.context().close();
    }
  });

  void test("is one stop for the Tab key, with arrow keys in its toolbar", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Heading 2" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate("document.activeElement.ariaLabel"), "Heading 3");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.getAttribute('role')"), "textbox");
    await page.context().close();
  });

  for (const [what, text] of Object.entries(texts)) {
    void test(`saves a text that nobody changed as it was: one ${what}`, async () => {
      const page = await open();
      const path = await edit(page, text);
      const isRich = what === "kept";
      await (isRich ? box(page) : page.getByText("would change")).waitFor();
      assert.equal(await source(page).isVisible(), !isRich);
      assert.equal(await source(page).inputValue(), text);
      assert.deepEqual(await violationsOf(page), []);
      await page.locator("main button[type=submit]").click();
      await page.waitForURL(/done=unchanged/);
      await page.goto(`${live.origin}${path}/edit`);
      assert.equal(await source(page).inputValue(), text);
      await page.context().close();
    });
  }

  void test("shows what was restored", async () => {
    const page = await open();
    await box(page).click();
    await page.keyboard.type("Typed with formatting");
    await page.goto("about:blank");
    await page.goto(live.origin + address);
    await box(page).waitFor();
    await page.getByRole("button", { name: "Restore what you typed" }).click();
    await page.waitForFunction(
      "document.querySelector('.rich [role=textbox]').textContent === 'Typed with formatting'",
    );
    await page.context().close();
  });

  const pasted = {
    "a word processor":
      '<html xmlns:o="urn:x"><head><style>p{color:red}</style></head><body><!--[if gte mso 9]><xml>x</xml><![endif]-->' +
      '<p class="MsoNormal">Plain <b>bold</b><o:p></o:p></p>' +
      '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span> </span></span>one</p>' +
      '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span> </span></span>two</p>' +
      "</body></html>",
    "documents on the web":
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Plain </span>' +
      '<span style="font-weight:700">bold</span></p><ul><li><p>one</p></li><li><p>two</p></li></ul></b>',
    "a web page":
      '<div onclick="alert(1)"><p style="color:red">Plain <strong>bold</strong></p><ul><li>one<li>two</ul><script>alert(1)</script></div>',
  };

  void test("cleans what is pasted from other programs", async () => {
    const page = await open();
    for (const [from, html] of Object.entries(pasted)) {
      await box(page).click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.evaluate(
        `(() => {
          const data = new DataTransfer();
          data.setData("text/html", ${JSON.stringify(html)});
          document.querySelector(".rich [role=textbox]").dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        })()`,
      );
      const written = (await source(page).inputValue()).trim();
      assert.equal(written, "Plain **bold**\n\n- one\n- two", from);
    }
    await page.context().close();
    assert.ok(blocked.length > 0, "The styles of the pasted text were not refused.");
    blocked = [];
  });

  void test("opens with the source if the server does not answer", async () => {
    const page = await open();
    const path = await edit(page, inOtherStyle);
    await page.route("**/admin/markdown", (route) => route.abort());
    await page.goto(`${live.origin}${path}/edit`);
    await page.getByRole("button", { name: "Show with formatting" }).click();
    await page.getByText("could not be opened").waitFor();
    assert.equal(await source(page).isVisible(), true);
    await page.context().close();
  });
});
