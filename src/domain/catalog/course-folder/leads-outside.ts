import { realpathSync } from "node:fs";
import path from "node:path";

/** Whether a file of a folder is a link to elsewhere: who writes the folder is not to publish what they cannot read. */
export function leadsOutside(folder: string, file: string): boolean {
  const way = path.relative(realpathSync(folder), realpathSync(file));
  return path.isAbsolute(way) || way.split(path.sep)[0] === "..";
}
