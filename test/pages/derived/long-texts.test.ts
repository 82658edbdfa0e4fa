import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

void describe("A form of the admin area", () => {
  void test("takes a text of maximum length, also in Chinese, and shows it again", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const path = "/admin/courses/new";
    const text = "漢".repeat(100_000);
    const fields = { name: "Knots", description_markdown: text };
    const made = await browser.submit(await browser.open(path), fields, path);
    assert.match(made.address, /\?done=created$/, String(made.status));
    const edit = `${made.address.replace(/\?.*/, "")}/edit`;
    assert.ok((await browser.open(edit)).body.includes(text));
  });

  void test("takes several texts of maximum length together", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const path = "/admin/pages/new";
    const text = "漢".repeat(100_000);
    const blocks = [0, 1, 2].flatMap((index) => [
      [`blocks.${index}.kind`, "markdown"],
      [`blocks.${index}.markdown.markdown`, text],
    ]);
    const fields = { title: "Knots", path: "/knots", "blocks.count": "5", ...Object.fromEntries(blocks) };
    const made = await browser.submit(await browser.open(path), fields, path);
    assert.match(made.address, /\?done=created$/, String(made.status));
    const edit = `${made.address.replace(/\?.*/, "")}/edit`;
    assert.equal((await browser.open(edit)).body.split(text).length, 4);
  });

  void test("says what to do if its texts are too long together", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const path = "/admin/courses/new";
    const refused = await browser.submit(await browser.open(path), { description_markdown: "a".repeat(401_000) }, path);
    assert.equal(refused.status, 413);
    assert.match(textOf(refused), /too large for one form\. Nothing was changed\. Go back, shorten your texts/);
  });
});
