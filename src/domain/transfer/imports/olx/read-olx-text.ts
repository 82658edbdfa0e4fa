import { readFileSync, statSync } from "node:fs";
import { wrongInput } from "../wrong-input.ts";

/** Bytes. Pictures that are written in a text make it large; without them, `maxCharacters` applies. */
const maxBytes = 32 * 1024 * 1024;

/** Reads a text in UTF-8. Texts of old editors in Windows-1252 are read with a warning. */
export function readOlxText(file: string, warn: (detail: string) => void): string {
  if (statSync(file).size > maxBytes) throw wrongInput(file, undefined, `expected at most ${maxBytes} bytes`);
  const bytes = readFileSync(file);
  if (bytes.includes(0)) throw wrongInput(file, undefined, "expected a text file in UTF-8");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    warn("the file is not in UTF-8: it is read as Windows-1252, check its special characters");
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
