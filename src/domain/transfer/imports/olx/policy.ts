import { isRecord } from "#lib/json/is-record.ts";
import { storable } from "./block.ts";
import type { FileIndex } from "./text-files.ts";
import type { Policy } from "./policy-entries.ts";
import { parseJson } from "#lib/json/parse-json.ts";

/** The folder of a course, as far as its policy needs it. */
interface CourseFiles {
  folder: string;
  files: FileIndex;
  text(file: string): string | undefined;
  warn(at: { file: string; element: { line: number } }, message: string): void;
}

/** Reads the policy of a run: `policies/<run>/policy.json`, or `policies/<run>.json` in old courses. */
export function readPolicy(olx: CourseFiles, run: string): Policy {
  const file = olx.files.find([`policies/${run}/policy.json`, `policies/${run}.json`]);
  const text = file === undefined ? undefined : olx.text(file);
  if (file === undefined || text === undefined) return new Map();
  const policy = parseJson(text);
  if (!isRecord(policy)) {
    olx.warn({ file: `${olx.folder}/${file}`, element: { line: 1 } }, "the policy is left out: expected a JSON object");
    return new Map();
  }
  return new Map(
    Object.entries(policy).flatMap(([part, fields]) => (isRecord(fields) ? [[part, textsOf(fields)] as const] : [])),
  );
}

const textsOf = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, string][] => {
      if (value === null || value === undefined) return [];
      return [[key, storable(typeof value === "string" ? value : JSON.stringify(value))]];
    }),
  );
