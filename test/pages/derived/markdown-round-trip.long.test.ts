import assert from "node:assert/strict";
import { test } from "node:test";
import { demoSites } from "#demo/content/demo-sites.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";
import { openInEditor } from "../support/open-in-editor.ts";

/** Returns every text with Markdown in a value of any shape. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.includes("\n\n") || value.length > 60 ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Texts per person: comparisons are limited. */
const perPerson = 300;

void test("Every text of the demo schools stays as it is, to the byte, in the view with formatting or in the source", async () => {
  const live = await aLiveSite();
  const browser = await launchBrowser();
  try {
    const texts = [...new Set(textsIn(demoSites))].filter((text) => text.length < 100_000);
    assert.ok(texts.length > 120, `${texts.length} texts`);
    const inSource: string[] = [];
    for (let start = 0; start < texts.length; start += perPerson) {
      const page = await anOwner(live, browser);
      await page.goto(`${live.origin}/admin/lecturers/new`);
      await page.locator(".rich [role=textbox]").waitFor();
      for (const text of texts.slice(start, start + perPerson)) {
        const { as, saved } = await openInEditor(page, "bio_markdown", text);
        assert.equal(saved, text.replaceAll("\r\n", "\n"));
        if (as === "source") inSource.push(text.slice(0, 60));
      }
      await page.context().close();
    }
    // The editor takes "No. Each …" for a list.
    assert.ok(inSource.length < texts.length / 50, inSource.join("\n"));
  } finally {
    await browser.close();
    await live.close();
  }
});
