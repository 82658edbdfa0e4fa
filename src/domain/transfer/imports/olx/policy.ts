import { isRecord } from "#lib/is-record.ts";
import { storable } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";

/** Settings that override the attributes of parts, by `kind/url_name`. */
export type Policy = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Reads the policy of a run: `policies/<run>/policy.json`, or `policies/<run>.json` in old courses. */
export function readPolicy(olx: OlxFolder, run: string): Policy {
  const file = olx.files.find([`policies/${run}/policy.json`, `policies/${run}.json`]);
  const text = file === undefined ? undefined : olx.text(file);
  if (file === undefined || text === undefined) return new Map();
  const policy = parsed(text);
  if (!isRecord(policy)) {
    olx.warn({ file: `${olx.folder}/${file}`, element: { line: 1 } }, "the policy is left out: expected a JSON object");
    return new Map();
  }
  return new Map(
    Object.entries(policy).flatMap(([part, fields]) => (isRecord(fields) ? [[part, textsOf(fields)] as const] : [])),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textsOf = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, string][] => {
      if (value === null || value === undefined) return [];
      return [[key, storable(typeof value === "string" ? value : JSON.stringify(value))]];
    }),
  );
