import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { bundleIslands } from "./bundle-islands.ts";

const root = path.join(import.meta.dirname, "../../..");

/** An image has a finished build and no compiler: its commands run the sources with the modules of that build. */
const built = hasCompiler() ? undefined : await import("./built-islands.ts").catch(() => undefined);

/**
 * Identifies the browser modules by their content, or undefined without a compiler and a build: then pages have none. In
 * a build, `built-islands.ts` is in place of this module.
 */
export const islandsVersion: string | undefined = hasCompiler() ? versionOfSources() : built?.islandsVersion;

function hasCompiler(): boolean {
  try {
    import.meta.resolve("rolldown");
    return true;
  } catch {
    return false;
  }
}

/** Reading takes two milliseconds. Times of files would give each checkout other addresses, and each export other pages. */
function versionOfSources(): string {
  const sources = readdirSync(path.join(root, "src/islands"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|json)$/.test(file))
    .map((file) => `src/islands/${file}`);
  const described = ["package.json", ...sources.toSorted()].map(
    (file) => `${file}\n${readFileSync(path.join(root, file), "utf8")}`,
  );
  return fingerprint(described.join("\n"), 12);
}

let files: Promise<ReadonlyMap<string, string>> | undefined;

/** Bundles all modules on the first request. Returns undefined for an unknown file. */
export async function readIsland(file: string): Promise<string | undefined> {
  if (built) return built.readIsland(file);
  files ??= bundleIslands(root);
  return (await files).get(file);
}
