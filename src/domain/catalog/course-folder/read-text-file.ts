import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Fault } from "#domain/platform/yaml-fields.ts";
import { leadsOutside } from "./leads-outside.ts";

/** Bytes: fields and text at their longest. */
const largest = 4_000_000;

/** A text in UTF-8; of another file the fault is told. */
export function readTextFile(file: string, faults: Fault[]): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) faults.push({ file, detail: "expected a file here, there is none" });
  else if (leadsOutside(path.dirname(file), file)) faults.push({ file, detail: "expected no link out of its folder" });
  else if (stat.size > largest) faults.push({ file, detail: `expected at most ${largest} bytes` });
  else {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      faults.push({ file, detail: "expected a text in UTF-8" });
    }
  }
  return undefined;
}
