import { readFileSync } from "node:fs";
import path from "node:path";
import { asRecord } from "#lib/json/is-record.ts";

/** The folder of this program, with its package.json: a checkout, a package or an unpacked archive. */
export const programFolder = (): string => path.join(import.meta.dirname, "../../..");

/** The version of this release, from package.json. */
export function productVersion(): string {
  return String(asRecord(JSON.parse(readFileSync(path.join(programFolder(), "package.json"), "utf8")))["version"]);
}
