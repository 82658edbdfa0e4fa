import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Fault } from "#domain/platform/yaml-fields.ts";
import { pointsOutside } from "./points-outside.ts";

/** In bytes. Enough for front matter and text of maximum length. */
const maxBytes = 4_000_000;

/** Reads a UTF-8 text file. Reports a fault and returns undefined if it cannot. */
export function readTextFile(file: string, faults: Fault[]): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) faults.push({ file, detail: "expected a file here, but it does not exist" });
  else if (pointsOutside(path.dirname(file), file))
    faults.push({ file, detail: "symbolic links that point outside the folder are not allowed" });
  else if (stat.size > maxBytes) faults.push({ file, detail: `expected at most ${maxBytes} bytes` });
  else {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      faults.push({ file, detail: "expected a UTF-8 text file" });
    }
  }
  return undefined;
}
