import fs from "node:fs";
import { fileURLToPath } from "node:url";

import type { Page } from "playwright-core";

/** The rules of WCAG 2.1, levels A and AA, and axe's best practices. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

const axe = fs.readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

type Finding = { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] };

/** Pages that inject axe on every navigation. */
const prepared = new WeakSet<Page>();

/**
 * axe-core violations of the current page, one line per element. Injected by the debugger, to which the page's
 * content security policy does not apply.
 */
export const violationsOf = async (page: Page): Promise<string[]> => {
  await bringIn(page);
  // Only violations are processed fully.
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

/** Injected once per page: sending half a megabyte takes as long as an analysis. */
async function bringIn(page: Page): Promise<void> {
  if (!prepared.has(page)) {
    prepared.add(page);
    await page.addInitScript(axe);
  }
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
}
