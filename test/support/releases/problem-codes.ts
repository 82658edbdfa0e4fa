import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { routes } from "#operations/routes.ts";
import { problemsOf } from "../meters/reachable-problems.ts";
import { root } from "../data/source-tree.ts";

/** Common to every operation of its kind: defined in `rest/openapi/refusals.ts`. */
const general: ReadonlySet<string> = new Set([
  "invalid_request",
  "invalid_id",
  "validation_failed",
  "invalid_token",
  "insufficient_scope",
  "insufficient_user_authentication",
  "role_required",
  "rate_limited",
  "conflict",
  "precondition_required",
]);

/** Problem codes of each operation, besides the general ones. */
export const problemCodesNow = (): Record<string, string[]> =>
  Object.fromEntries(
    routes
      .map(({ operation: { name } }) => [name, problemsOf(name).filter((code) => !general.has(code))] as const)
      .filter(([, codes]) => codes.length > 0),
  );

const file = path.join(root, "src/rest/openapi/problem-codes.json");

export function writeProblemCodes(): void {
  writeFileSync(file, JSON.stringify(problemCodesNow()));
  execFileSync(path.join(root, "node_modules/.bin/oxfmt"), [file]);
}
