import path from "node:path";
import * as z from "zod";
import { existsSync, readdirSync, realpathSync } from "node:fs";

/** Path of a file, relative to the course folder. */
export const FilePath = z
  .string()
  .max(400)
  .regex(
    /^(?!\.{1,2}(\/|$))[^\p{Cc}\\:*?"<>|/]+(\/(?!\.{1,2}(\/|$))[^\p{Cc}\\:*?"<>|/]+)*$/u,
    "Expected a path inside the course folder, like files/handout.pdf.",
  )
  .transform((path) => path.normalize("NFC"));

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

/**
 * Returns true if a file is a symbolic link to a location outside the folder. Prevents the author of a folder from
 * publishing files that they cannot read.
 */
export function pointsOutside(folder: string, file: string): boolean {
  const way = path.relative(realpathSync(folder), realpathSync(file));
  return path.isAbsolute(way) || way.split(path.sep)[0] === "..";
}
