import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * Returns the path of a file in a folder. Its name can be in another form of Unicode there: archives of macOS have
 * letters and their marks apart, and front matter is written with whole letters.
 */
export function fileIn(folder: string, named: string): string {
  const exact = path.join(folder, named);
  if (existsSync(exact)) return exact;
  let at = folder;
  for (const part of named.split("/")) {
    const found = entriesOf(at).find((entry) => entry.normalize("NFC") === part.normalize("NFC"));
    if (found === undefined) return exact;
    at = path.join(at, found);
  }
  return at;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
