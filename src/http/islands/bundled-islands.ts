import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { bundleIslands } from "./bundle-islands.ts";

const root = path.join(import.meta.dirname, "../../..");

/**
 * Identifies the browser modules, or undefined without a compiler: then pages have none. In a build,
 * `built-islands.ts` is in place of this module.
 */
export const islandsVersion: string | undefined = hasCompiler() ? versionOfSources() : undefined;

function hasCompiler(): boolean {
  try {
    import.meta.resolve("rolldown");
    return true;
  } catch {
    return false;
  }
}

/** By names, sizes and times, because reading them would take longer. */
function versionOfSources(): string {
  const sources = readdirSync(path.join(root, "src/islands"), { recursive: true, encoding: "utf8" }).map(
    (file) => `src/islands/${file}`,
  );
  const described = ["package.json", ...sources.toSorted()].map((file) => {
    const { size, mtimeMs } = statSync(path.join(root, file));
    return `${file} ${size} ${mtimeMs}`;
  });
  return fingerprint(described.join("\n"), 12);
}

let files: Promise<ReadonlyMap<string, string>> | undefined;

/** Bundles all modules on the first request. Returns undefined for an unknown file. */
export async function readIsland(file: string): Promise<string | undefined> {
  files ??= bundleIslands(root);
  return (await files).get(file);
}
