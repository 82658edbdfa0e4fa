import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";

/** Classes with styles in several files that are meant for the same element everywhere. */
const shared = new Map([
  [".bar", "The bars of the admin area and of charts are different elements: rect and header."],
  [".button", "The admin area makes texts of all controls smaller."],
  [".copied", "Secrets and bank details are selected as a whole."],
  [".display", "The fonts of headings stand in one rule."],
  [".entry", "The checkout may break long words of an entry."],
  [".filters", "The public lists arrange the same form in columns."],
  [".folio", "The fonts of headings stand in one rule."],
  [".hint", "The admin area makes texts of all controls smaller."],
  [".narrowing", "The public lists arrange the same form in columns."],
  [".quiz", "The form is the same; the work of a student positions its marks."],
  [".seal", "The fonts of headings stand in one rule."],
  [".site", "The fonts of headings stand in one rule."],
  [".swatch", "The page of styles shows larger ones, alone."],
  [".wrong", "The admin area makes texts of all controls smaller."],
]);

/** Selectors of rules outside of at-rules. */
function selectorsOf(css: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let text = "";
  for (const character of css) {
    if (character === "{") {
      if (depth === 0 && !text.trim().startsWith("@")) found.push(...text.split(",").map((one) => one.trim()));
      depth += 1;
      text = "";
    } else if (character === "}") {
      depth -= 1;
      text = "";
    } else text += character;
  }
  return found;
}

// All pages share their stylesheets. A class that two files define gives one page the borders of the other, or hides it.
void test("A class of a page is defined in one file, so that no page receives the styles of another", () => {
  const files = new Map<string, Set<string>>();
  const sheets = globSync("src/pages/views/**/*.css");
  assert.ok(sheets.length > 20);
  for (const path of sheets) {
    for (const selector of selectorsOf(readFileSync(path, "utf8").replaceAll(/\/\*[^*]*\*\//g, ""))) {
      if (/^\.[\w-]+$/.test(selector)) files.set(selector, (files.get(selector) ?? new Set()).add(path));
    }
  }
  const several = [...files].filter(([, paths]) => paths.size > 1).map(([selector]) => selector);
  assert.deepEqual(several.toSorted(), [...shared.keys()].toSorted());
});

void test("Every stylesheet of pages is a part of one that browsers load", () => {
  const modules = ["styles/stylesheet.ts", "styles/styles-page.ts", "public/site-style.ts"];
  const composed = modules.map((file) => readFileSync(`src/pages/views/${file}`, "utf8")).join("\n");
  const sheets = globSync("src/pages/views/**/*.css").map((file) => basename(file, ".css"));
  assert.deepEqual(
    sheets.filter((name) => !composed.includes(`"${name}"`)),
    [],
  );
});
