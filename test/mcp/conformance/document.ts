import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { reasons } from "./reasons.ts";
import { type Result, suiteVersion } from "./results.ts";

const file = path.join(import.meta.dirname, "../../../docs/reference/mcp-conformance.md");
const begin = "<!-- Written by test/mcp/conformance.test.ts. -->";

/** Results of the MCP server by revision, and of the authorization server. */
export interface Conformance {
  revisions: ReadonlyMap<string, readonly Result[]>;
  authorization: readonly Result[];
}

/** Returns the document as it is, and with these results. With `UPDATE_CONFORMANCE`, it is written. */
export function compareDocument(conformance: Conformance): { documented: string; measured: string } {
  const documented = readFileSync(file, "utf8");
  const from = documented.indexOf(begin);
  if (from < 0) throw new Error(`${file} lacks the marker before its tables.`);
  const measured = `${documented.slice(0, from)}${begin}\n\n${tables(conformance)}\n`;
  if (process.env["UPDATE_CONFORMANCE"] === undefined) return { documented, measured };
  writeFileSync(file, measured);
  return { documented: measured, measured };
}

/** Returns what has to be corrected in the reasons: failures without one, and reasons of scenarios that pass. */
export function wrongReasons({ revisions }: Pick<Conformance, "revisions">): string[] {
  return [...revisions].flatMap(([revision, results]) => {
    const failing = results.filter(({ outcome }) => outcome !== "passed");
    const missing = failing
      .filter(({ scenario }) => reasonOf(revision, scenario) === "")
      .map(({ scenario, outcome }) => `${revision} ${scenario}: ${outcome} without a reason`);
    const stale = Object.keys(reasons[revision] ?? {})
      .filter((name) => !failing.some(({ scenario }) => scenario.startsWith(name)))
      .map((name) => `${revision} ${name}: has a reason, but passes`);
    return [...missing, ...stale];
  });
}

const reasonOf = (revision: string, scenario: string): string =>
  Object.entries(reasons[revision] ?? {}).find(([name]) => scenario.startsWith(name))?.[1] ?? "";

function tables({ revisions, authorization }: Conformance): string {
  return [
    `Version of the suite: ${suiteVersion}.`,
    ...[...revisions].map(([revision, results]) => tableOf(revision, results)),
    [
      "## Authorization server",
      "",
      "Of a site that accepts client metadata documents.",
      "",
      "| Scenario | Result, checks |",
      "|---|---|",
      ...authorization.map((result) => `| \`${result.scenario}\` | ${outcomeOf(result)} |`),
    ].join("\n"),
  ].join("\n\n");
}

const outcomeOf = ({ outcome, passed, checked }: Result): string =>
  outcome === "skipped" ? outcome : `${outcome}, ${passed} of ${checked}`;

function tableOf(revision: string, results: readonly Result[]): string {
  const required = results.filter(({ notRequired }) => notRequired === undefined);
  const passed = required.filter(({ outcome }) => outcome === "passed").length;
  const rows = [...required, ...results.filter(({ notRequired }) => notRequired !== undefined)].map((result) => {
    const { scenario, outcome, notRequired } = result;
    const isRequired = notRequired === undefined ? "yes" : `no: ${notRequired}`;
    const reason = outcome === "passed" ? "" : reasonOf(revision, scenario);
    return `| \`${scenario}\` | ${isRequired} | ${outcomeOf(result)} | ${reason} |`;
  });
  return [
    `## MCP ${revision}`,
    "",
    `${passed} of ${required.length} required scenarios pass.`,
    "",
    "| Scenario | Required | Result, checks | Reason |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}
