import { readFileSync, statSync } from "node:fs";
import { wrongInput } from "./wrong-input.ts";

/** A text file, its newlines as they are; one that cannot be read, or is none, is the reader's to mend. */
export function readText(file: string, largest = mostByHand): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largest) throw wrongInput(file, undefined, `expected at most ${largest} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw wrongInput(file, undefined, `expected a text file in UTF-8 (${error instanceof Error ? error.message : ""})`);
  }
}

/** More than anybody writes by hand, less than what would keep a server from its other work. */
const mostByHand = 2_000_000;
