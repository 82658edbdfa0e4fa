import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "rolldown";
import { builtFolder } from "../../src/server/built-code.ts";

/** Entry points by the name of their file in the build, as paths below `src`. */
type Entries = Readonly<Record<string, string>>;

const command = "cli/main.ts";

/** The file of a program or worker, relative to the module that starts it. */
const reference = /(?<=new URL\(|path\.join\(import\.meta\.dirname, )"([^"]{1,200}\.ts)"/g;

/**
 * Finds the programs and workers that modules start by their file. A checkout runs them from the sources. Node.js
 * strips no types below node_modules, so the published package needs them compiled.
 */
export function programsOf(root: string): { entries: Entries; plugin: Plugin } {
  const src = path.join(root, "src");
  const started = globSync("**/*.ts", { cwd: src, exclude: ["islands/**"] }).flatMap((module) =>
    [...readFileSync(path.join(src, module), "utf8").matchAll(reference)].map(([, file = ""]) =>
      path.posix.join(path.posix.dirname(module), file),
    ),
  );
  const entries = Object.fromEntries([command, ...started].map((file) => [nameOf(file), file]));
  return { entries, plugin: startBuiltPrograms(root) };
}

const nameOf = (file: string): string => file.replace(/\.ts$/, "").replaceAll("/", "-");

/** Replaces the files of programs by those of the build. It runs before locations are resolved from the sources. */
const startBuiltPrograms = (root: string): Plugin => ({
  name: "start-built-programs",
  transform(code, id) {
    const src = path.join(root, "src");
    if (!id.startsWith(src)) return undefined;
    const folder = path.dirname(id);
    return code.replaceAll(reference, (_match, file: string) => {
      const name = nameOf(path.relative(src, path.join(folder, file)));
      return JSON.stringify(path.relative(folder, path.join(root, builtFolder, `${name}.mjs`)));
    });
  },
});
