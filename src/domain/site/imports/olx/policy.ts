import type { OlxFolder } from "./olx-folder.ts";

/** Reads the course policy, which overrides the attributes of the course element. */
export function policyOf(olx: OlxFolder, run: string): Record<string, string> {
  let policy: unknown;
  try {
    policy = JSON.parse(olx.text("policies", run, "policy.json") ?? "{}");
  } catch {
    return {};
  }
  const fields = isObject(policy) ? policy[`course/${run}`] : undefined;
  if (!isObject(fields)) return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
