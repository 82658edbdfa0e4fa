import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "rolldown";
import { eventTypeNames } from "../../src/domain/event-types.ts";
import { readManifest } from "./manifest.ts";
import { copy, root } from "./stage.ts";

const entry = "src/cli/client.ts";

/** The oldest supported Node.js runs the client itself, because it brings none. */
const target = "node20";

/** Writes the package `@lectern/cli` into a folder: the commands that call a site, in files without dependencies. */
export async function stageClient(folder: string, version: string): Promise<void> {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: { lectern: path.join(root, entry) },
    cwd: root,
    platform: "node",
    logLevel: "silent",
    transform: { target },
    plugins: [replaceModules(version)],
  });
  await bundle.write({
    dir: path.join(folder, "dist"),
    format: "esm",
    minify: true,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundle.close();
  chmodSync(path.join(folder, "dist/lectern.mjs"), 0o755);
  for (const name of ["LICENSE", "NOTICE"]) copy(path.join(root, name), path.join(folder, name));
  copy(path.join(import.meta.dirname, "client.md"), path.join(folder, "README.md"));
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(clientManifest(version), null, 2)}\n`);
}

export function clientManifest(version: string) {
  const { license, homepage, repository, bugs } = readManifest(path.join(root, "package.json"));
  return {
    name: "@lectern/cli",
    version,
    description: "Signs in to a Lectern school, calls its API and receives its webhook events",
    keywords: ["courses", "lms", "school", "webhooks"],
    license,
    homepage,
    bugs,
    repository,
    type: "module",
    bin: { lectern: "dist/lectern.mjs" },
    exports: { "./package.json": "./package.json" },
    files: ["dist", "NOTICE"],
    engines: { node: ">=20" },
    publishConfig: { access: "public" },
  };
}

/** Replaces modules that read files of Lectern, or load the whole domain for a list of names. */
function replaceModules(version: string): Plugin {
  const names = JSON.stringify(eventTypeNames);
  const modules: Readonly<Record<string, string>> = {
    "src/lib/settings/product-version.ts": `export const productVersion = () => ${JSON.stringify(version)};`,
    "src/domain/event-types.ts": `export const eventTypeNames = ${names};
export const isEventType = (name) => eventTypeNames.includes(name);`,
  };
  return {
    name: "replace-modules",
    load: (id) => modules[path.relative(root, id).replaceAll(path.sep, "/")],
  };
}
