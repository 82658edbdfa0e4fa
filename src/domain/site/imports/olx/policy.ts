import { isRecord } from "#lib/is-record.ts";
import type { OlxFolder } from "./olx-folder.ts";

/** Reads the course policy, which overrides the attributes of the course element. */
export function policyOf(olx: OlxFolder, run: string): Record<string, string> {
  let policy: unknown;
  try {
    policy = JSON.parse(olx.text("policies", run, "policy.json") ?? "{}");
  } catch {
    return {};
  }
  const fields = isRecord(policy) ? policy[`course/${run}`] : undefined;
  if (!isRecord(fields)) return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
