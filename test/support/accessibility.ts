import fs from "node:fs";
import { fileURLToPath } from "node:url";

import type { Page } from "playwright-core";

/** The rules of WCAG 2.1, levels A and AA, and what axe holds to be good practice besides. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

const axe = fs.readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

type Finding = { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] };

/** Pages into which axe comes by itself from their next address on. */
const prepared = new WeakSet<Page>();

/**
 * What axe-core finds wrong with the page as it is shown now: a line for each element, empty when nothing is.
 * It comes in by the debugger, where the page's content security policy does not apply.
 */
export const violationsOf = async (page: Page): Promise<string[]> => {
  await bringIn(page);
  // Only these are looked at to the end: what is right need not be described.
  const options = { runOnly: tags, resultTypes: ["violations"] };
  const findings = await page.evaluate<Finding[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return findings.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const reason = (failureSummary ?? "").replaceAll(/\s+/g, " ");
      return `${id}: ${help} (${target.join(" ")}) ${reason}`;
    }),
  );
};

/** Sent once for all addresses of a page: to send half a megabyte takes as long as to look at a page. */
async function bringIn(page: Page): Promise<void> {
  if (!prepared.has(page)) {
    prepared.add(page);
    await page.addInitScript(axe);
  }
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
}
