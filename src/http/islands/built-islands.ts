import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { islandsFolder, islandsVersionFile } from "./islands-folder.ts";

const folder = path.join(import.meta.dirname, "../../../build", islandsFolder);

/** Identifies the browser modules by their content. */
export const islandsVersion: string | undefined = readFileSync(path.join(folder, islandsVersionFile), "utf8");

/** Returns undefined for an unknown file. */
export async function readIsland(file: string): Promise<string | undefined> {
  if (!/^[\w-]{1,40}\.js$/.test(file)) return undefined;
  try {
    return await readFile(path.join(folder, file), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
