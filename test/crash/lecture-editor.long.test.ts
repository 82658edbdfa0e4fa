import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { aPerson } from "../support/worlds/person.ts";
import { rounds } from "../support/thorough.ts";
import { kill } from "../pages/support/kill-page.ts";

/** `KILLS=100 npm run test:long -- test/crash/lecture-editor.long.test.ts` measures more. */
const kills = Number(process.env["KILLS"] ?? rounds(3, 51));

const title = (page: Page) => page.locator("#title");
const source = (page: Page) => page.locator("textarea[name=body_markdown]");
const rich = (page: Page) => page.locator(".rich [role=textbox]").first();

/** Reads a list of the operator API. */
async function read<Row>({ site }: DemoServer, path: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${site.apiKey}` };
  const answer = await fetch(`${site.origin}/api/v1${path}`, { headers });
  return ((await answer.json()) as { data: Row[] }).data;
}

void describe("A lecture that is edited while processes are killed", () => {
  let demo: DemoServer;
  let browser: Browser;

  before(async () => {
    demo = await aDemoServer();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.close();
  });

  /** The address of the editor of a lecture with a text. */
  async function findLecture(): Promise<string> {
    for (const { id } of await read<{ id: string }>(demo, "/courses")) {
      const lectures = await read<{ id: string; kind: string }>(demo, `/courses/${id}/lectures`);
      const lecture = lectures.find(({ kind }) => kind === "text");
      if (lecture) return `${demo.site.origin}/admin/lectures/${lecture.id}/edit`;
    }
    return assert.fail("The demo has no lecture with a text.");
  }

  async function anOwner(address: string): Promise<Page> {
    const owner = demo.site.members.find(({ roles }) => roles.includes("owner"));
    assert.ok(owner);
    const page = await aPerson(browser);
    await page.goto(`${demo.site.origin}/sign-in?return_to=${new URL(address).pathname}`);
    await page.getByLabel("Email address").fill(owner.email);
    await page.getByLabel("Password").fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await rich(page).waitFor();
    return page;
  }

  void test(`loses no character in ${kills} kills of the tab, the server and its database`, async () => {
    const address = await findLecture();
    let page = await anOwner(address);
    const context = page.context();
    // A short text, so that each round types at its end.
    await page.getByRole("button", { name: "Show the Markdown source" }).click();
    let [name, text] = ["Kills", "Begin."];
    await title(page).fill(name);
    await source(page).fill(text);
    await page.getByRole("button", { name: "Show with formatting" }).click();
    await rich(page).waitFor();
    for (let round = 0; round < kills; round++) {
      const [more, word] = [`${round % 10}測`, ` Word${round} 字.`];
      const isServer = round % 3 > 0;
      await title(page).press("End");
      await title(page).pressSequentially(more.slice(0, 1));
      await rich(page).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(word);
      name += more;
      text += word;
      if (isServer) await demo.process.killTree();
      await title(page).press("End");
      await title(page).pressSequentially(more.slice(1));
      if (round % 3 === 1) {
        // The tab stays: it sends the draft once the server is back.
        await demo.restart();
        await page.getByText("Draft saved").waitFor();
      }
      await kill(page);
      if (round % 3 === 2) await demo.restart();
      page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(address);
      await rich(page).waitFor();
      assert.equal(await title(page).inputValue(), name, `round ${round}`);
      assert.equal(await source(page).inputValue(), text, `round ${round}`);
    }
    await page.getByText("Draft saved").waitFor();
    // Another browser of the same person, which has nothing of its own.
    const other = await anOwner(address);
    assert.equal(await title(other).inputValue(), name);
    assert.equal(await source(other).inputValue(), text);
  });
});
