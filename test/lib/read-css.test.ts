import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { readCss } from "#lib/css/read-css.ts";

void test("A stylesheet loses its comments and line breaks, and keeps the spaces of its selectors and values", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-css-"));
  try {
    const css = `/* Cards of a list. */

.list
  .card,
.card > b {
  /* Above; and { below }. */
  grid-template:
    "head cover" auto
    "body offer" 1fr;
  font: 1rem/1.5 var(--serif);
}

@media print {
  .card {
    display: none;
  }
}
`;
    writeFileSync(path.join(folder, "cards.css"), css);
    const expected =
      '.list .card, .card > b {grid-template: "head cover" auto "body offer" 1fr;font: 1rem/1.5 var(--serif);}' +
      "@media print {.card {display: none;}}";
    assert.equal(readCss(folder, "cards"), expected);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
