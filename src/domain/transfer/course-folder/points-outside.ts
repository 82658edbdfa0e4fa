import { realpathSync } from "node:fs";
import path from "node:path";

/**
 * Returns true if a file is a symbolic link to a location outside the folder. Prevents the author of a folder from
 * publishing files that they cannot read.
 */
export function pointsOutside(folder: string, file: string): boolean {
  const way = path.relative(realpathSync(folder), realpathSync(file));
  return path.isAbsolute(way) || way.split(path.sep)[0] === "..";
}
