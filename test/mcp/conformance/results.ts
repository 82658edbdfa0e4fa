import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

export interface Result {
  scenario: string;
  outcome: "passed" | "failed" | "warning" | "skipped";
  /** Numbers of checks. */
  passed: number;
  checked: number;
  /** Reason for which the revision does not require the scenario. */
  notRequired: string | undefined;
}

interface Check {
  status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
}

const packageFolder = path.join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol/conformance");

export const suiteVersion = (
  JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8")) as { version: string }
).version;

/** Reads the results that the suite has saved to a folder, in the order of their names. */
export function readResults(folder: string, revision?: string): Result[] {
  const notRequired = revision === undefined ? new Map<string, string>() : notRequiredBy(revision);
  return globSync("*/checks.json", { cwd: folder })
    .map((file): Result => {
      const [, scenario = ""] =
        /^(?:authorization-)?server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(path.dirname(file)) ?? [];
      const checks = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Check[];
      const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
      const [passed, failed, warnings] = [count("SUCCESS"), count("FAILURE"), count("WARNING")];
      return {
        scenario,
        outcome: failed > 0 ? "failed" : warnings > 0 ? "warning" : passed > 0 ? "passed" : "skipped",
        passed,
        checked: passed + failed + warnings,
        notRequired: notRequired.get(scenario),
      };
    })
    .toSorted((one, other) => (one.scenario < other.scenario ? -1 : 1));
}

/** Returns the scenarios that the suite runs although the revision does not require them, with its reasons. */
function notRequiredBy(revision: string): Map<string, string> {
  const text = readFileSync(path.join(packageFolder, `requirements/${revision}.yaml`), "utf8");
  const { not_scored: entries } = parse(text) as { not_scored: { scenario: string; reason: string }[] };
  return new Map(entries.map(({ scenario, reason }) => [scenario, reason.replaceAll("-", " ")]));
}
