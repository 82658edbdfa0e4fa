import { readFileSync, statSync } from "node:fs";
import { wrongInput } from "./wrong-input.ts";

/** Reads a text file, keeping its newlines. Throws a validation error if it is missing, too large or not text. */
export function readText(file: string, maxBytes = maxByHand): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxBytes) throw wrongInput(file, undefined, `expected at most ${maxBytes} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw wrongInput(file, undefined, `expected a text file in UTF-8 (${error instanceof Error ? error.message : ""})`);
  }
}

/** More than a person writes by hand, and small enough not to block the server. */
const maxByHand = 2_000_000;
