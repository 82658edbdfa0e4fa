import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { findFoldersWith } from "#domain/transfer/whole-course/find-folders.ts";
import { convertOlx } from "#domain/transfer/imports/olx/convert.ts";
import { datasetFolder } from "../../../bench/harness/datasets.ts";
import { missingDataset } from "../../domain/imports/fixtures/datasets.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";
import { openInEditor } from "../support/open-in-editor.ts";

/** Characters of the longest text that a lecture can have. */
const maxText = 100_000;

/** Texts per person: comparisons are limited. */
const perPerson = 300;

/** Opens and saves each text in the view with formatting. Returns those that the editor opened in the source. */
async function roundTrip(texts: readonly string[]): Promise<string[]> {
  const live = await aLiveSite();
  const browser = await launchBrowser();
  const inSource: string[] = [];
  try {
    for (let start = 0; start < texts.length; start += perPerson) {
      const page = await anOwner(live, browser);
      await page.goto(`${live.origin}/admin/lecturers/new`);
      await page.locator(".rich [role=textbox]").waitFor();
      for (const text of texts.slice(start, start + perPerson)) {
        const { as, saved } = await openInEditor(page, "bio_markdown", text);
        assert.equal(saved, text.replaceAll(/\r\n?/g, "\n"));
        if (as === "source") inSource.push(text.slice(0, 60));
      }
      await page.context().close();
    }
    return inSource;
  } finally {
    await browser.close();
    await live.close();
  }
}

void describe("The texts of real courses stay as they are, to the byte, in the view with formatting or in the source:", () => {
  void test("lectures of Open edX courses", { skip: missingDataset("open-edx") }, async (t) => {
    for (const folder of findFoldersWith(["course.xml"], datasetFolder("open-edx"))) {
      const { course } = await convertOlx(folder);
      const lectures = course.sections.flatMap((section) => section.lectures);
      const texts = lectures.flatMap(({ body: text }) =>
        typeof text === "string" && text !== "" && text.length <= maxText ? [text] : [],
      );
      const inSource = await roundTrip(texts);
      t.diagnostic(`${lectures.length} lectures, ${texts.length} texts, ${inSource.length} opened in the source`);
    }
  });

  void test("lessons of the Carpentries", { skip: missingDataset("carpentries") }, async (t) => {
    const folder = datasetFolder("carpentries");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      /episodes.*\.md$/.test(file),
    );
    const texts = files
      .map((file) => readFileSync(path.join(folder, file), "utf8").replace(/^---\n[^]*?\n---\n/, ""))
      .filter((text) => text.length <= maxText);
    assert.ok(texts.length > 40, `${texts.length} lessons`);
    const inSource = await roundTrip(texts);
    t.diagnostic(`${texts.length} lessons, ${inSource.length} opened in the source`);
  });
});
