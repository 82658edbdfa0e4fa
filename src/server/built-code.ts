import { hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.join(import.meta.dirname, "../..");

/** Entry points of the build: modules of `src` that main.ts and commands import, or that start a process. */
export const builtEntries = {
  run: "server/run.ts",
  serve: "server/serve.ts",
  worker: "processes/worker.ts",
  "demo-program": "server/demo-program.ts",
} as const;

/** Files of a build, relative to the root. */
export const builtFolder = "build";
export const stampFile = "stamp";

/** Stamp of a build beside sources that never change, as in an image, where files get other times. */
export const unchangingStamp = "unchanging";

/**
 * Imports a module from the build, which needs less memory and starts faster than the sources (docs/decisions/0037).
 * Undefined without a build of the present sources.
 */
export async function importBuilt<Module>(entry: keyof typeof builtEntries): Promise<Module | undefined> {
  const file = builtFile(entry);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Compiled from this module.
  return file === undefined ? undefined : ((await import(pathToFileURL(file).href)) as Module);
}

/** Returns the file of an entry point, or undefined without a build of the present sources. */
export function builtFile(entry: keyof typeof builtEntries, folder = root): string | undefined {
  const built = path.join(folder, builtFolder);
  try {
    const stamp = readFileSync(path.join(built, stampFile), "utf8");
    return stamp === unchangingStamp || stamp === stampOf(folder) ? path.join(built, `${entry}.mjs`) : undefined;
  } catch {
    // Not built.
    return undefined;
  }
}

/** Returns the program of an entry point: from the build, or from the sources without one. */
export const programOf = (entry: keyof typeof builtEntries): string =>
  builtFile(entry) ?? path.join(root, "src", builtEntries[entry]);

/** Identifies the sources, packages and compiler by names, sizes and times, because reading them would take longer. */
export function stampOf(folder: string): string {
  const sources = readdirSync(path.join(folder, "src"), { recursive: true, encoding: "utf8" }).map((file) =>
    path.join("src", file),
  );
  const described = ["package.json", "package-lock.json", "tools/build.ts", ...sources.toSorted()].map((file) => {
    const { size, mtimeMs } = statSync(path.join(folder, file));
    return `${file} ${size} ${mtimeMs}`;
  });
  return hash("sha256", described.join("\n"));
}
