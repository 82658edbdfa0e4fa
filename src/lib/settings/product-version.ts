import { readFileSync } from "node:fs";
import path from "node:path";
import { asRecord } from "#lib/json/is-record.ts";

/** The version of this release, from package.json. */
export function productVersion(): string {
  const file = path.join(import.meta.dirname, "../../../package.json");
  return String(asRecord(JSON.parse(readFileSync(file, "utf8")))["version"]);
}
