import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import { builtEntries, builtFile, builtFolder, stampFile, stampOf, unchangingStamp } from "../src/server/built-code.ts";
import { asRecord } from "../src/lib/json/is-record.ts";
import { fingerprint } from "../src/lib/ids/fingerprint.ts";
import { islandsFolder, islandsVersionFile } from "../src/http/islands/islands-folder.ts";
import { bundleIslands } from "../src/http/islands/bundle-islands.ts";
import { schemasFile } from "../src/mcp/schemas/built-schemas.ts";
import { textFile, valuesFile } from "../src/rest/openapi/built-template.ts";

/*
 * Compiles the server to `build`, which `npm start` runs until the sources change (docs/decisions/0037). `npm ci` runs
 * it. Without the compiler, Lectern runs from its sources:
 *
 *   npm run build
 *   node tools/build.ts --unchanging    for an image: the server always runs this build
 */

/** Packages that become a part of the build. All others are loaded from node_modules. */
const includedPackages = new Set(["zod"]);

interface BuildOptions {
  isUnchanging?: boolean;
  /** Programs that a checkout runs from the sources: entry points, and the plugin that starts the compiled ones. */
  programs?: { entries: Readonly<Record<string, string>>; plugin: Plugin };
}

export async function build(root: string, { isUnchanging = false, programs }: BuildOptions = {}): Promise<void> {
  const { rolldown } = await import("rolldown");
  const folder = path.join(root, builtFolder);
  rmSync(folder, { recursive: true, force: true });
  // Sources that change while they are compiled are not the ones that were built.
  const stamp = isUnchanging ? unchangingStamp : stampOf(root);
  const input = Object.fromEntries(
    Object.entries({ ...builtEntries, ...programs?.entries }).map(([name, file]) => [
      name,
      path.join(root, "src", file),
    ]),
  );
  const bundle = await rolldown({
    input,
    cwd: root,
    platform: "node",
    logLevel: "silent",
    external: (id) => !/^[./#\0]/.test(id) && id !== helper && !includedPackages.has(id.split("/", 1)[0] ?? ""),
    transform: { target: "esnext" },
    plugins: [
      replaceGenerators(root),
      replaceWithValues(root),
      ...(programs ? [programs.plugin] : []),
      keepLocations(root, folder),
      templateHelper,
      shortenText,
    ],
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    // Names stay, for stack traces.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundle.close();
  await buildTemplate(root, folder);
  await buildToolSchemas(root, folder);
  await buildIslands(root, folder);
  writeFileSync(path.join(folder, stampFile), stamp);
}

const generatedTemplate = "src/rest/openapi/generated-template.ts";

/** Modules that generate what a build reads from its files, with the modules that read it. */
const generators: Readonly<Record<string, string>> = {
  [generatedTemplate]: 'export { openTemplate } from "./built-template.ts";',
  "src/mcp/schemas/generated-schemas.ts": 'export { schemasOf } from "./built-schemas.ts";',
  "src/http/islands/bundled-islands.ts": 'export * from "./built-islands.ts";',
};

const replaceGenerators = (root: string): Plugin => ({
  name: "replace-generators",
  load: (id) => generators[path.relative(root, id).replaceAll(path.sep, "/")],
});

/** Modules whose exports are JSON: computed from all operations, or read from many files. */
const computedModules: ReadonlySet<string> = new Set([
  "src/operations/route-index.ts",
  "src/mcp/lists/tool-index.ts",
  "src/demo/content/demo-sites.ts",
]);

/** The values of computed modules become a part of the build, so that the server loads and reads nothing for them. */
const replaceWithValues = (root: string): Plugin => ({
  name: "replace-with-values",
  async load(id) {
    if (!computedModules.has(path.relative(root, id).replaceAll(path.sep, "/"))) return undefined;
    const computed: unknown = await import(pathToFileURL(id).href);
    return Object.entries(asRecord(computed))
      .map(([name, value]) => `export const ${name} = ${jsonOf(value)};\n`)
      .join("");
  },
});

/** Throws for what JSON would drop or change without an error: the build would behave differently from the sources. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => {
    if (part === undefined || part === null || Array.isArray(part)) return part;
    const isPlain = typeof part === "object" && Object.getPrototypeOf(part) === Object.prototype;
    if (isPlain || /^(string|number|boolean)$/.test(typeof part)) return part;
    throw new TypeError(`A computed module has a value in "${key}" that is not JSON.`);
  });

/** Imports the module from the sources that were compiled, with all operations, only when it is needed. */
async function buildTemplate(root: string, folder: string): Promise<void> {
  const file = pathToFileURL(path.join(root, generatedTemplate)).href;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A module of the sources.
  const { generateTemplate } = (await import(file)) as typeof import("../src/rest/openapi/generated-template.ts");
  const { text, values } = await generateTemplate();
  writeFileSync(path.join(folder, textFile), text);
  writeFileSync(path.join(folder, valuesFile), JSON.stringify([...values]));
}

async function buildToolSchemas(root: string, folder: string): Promise<void> {
  const file = pathToFileURL(path.join(root, "src/mcp/definition/tools.ts")).href;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A module of the sources.
  const { tools } = (await import(file)) as typeof import("../src/mcp/definition/tools.ts");
  const schemas = tools.map(({ name, listed }) => [name, JSON.stringify(listed())]);
  writeFileSync(path.join(folder, schemasFile), JSON.stringify(schemas));
}

async function buildIslands(root: string, folder: string): Promise<void> {
  const files = await bundleIslands(root);
  mkdirSync(path.join(folder, islandsFolder));
  for (const [name, code] of files) writeFileSync(path.join(folder, islandsFolder, name), code);
  writeFileSync(path.join(folder, islandsFolder, islandsVersionFile), fingerprint([...files].join("\n"), 12));
}

/** Modules find their files, such as migrations and the programs of workers, from their place in the sources. */
const keepLocations = (root: string, folder: string): Plugin => ({
  name: "keep-locations",
  transform(code, id) {
    if (!id.startsWith(path.join(root, "src")) || !code.includes("import.meta.")) return undefined;
    const file = path.relative(folder, id).replaceAll(path.sep, "/");
    return code
      .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(file)}`)})`)
      .replaceAll("import.meta.url", `new URL(${JSON.stringify(file)}, import.meta.url).href`);
  },
});

const helper = "@oxc-project/runtime/helpers/taggedTemplateLiteral";

/** Template literals with `</script` are written with a helper, from a package that is not installed. */
const templateHelper: Plugin = {
  name: "template-helper",
  resolveId: (id) => (id === helper ? `\0${helper}` : undefined),
  load: (id) =>
    id === `\0${helper}`
      ? `export default (strings, raw = strings.slice()) =>
          Object.freeze(Object.defineProperty(strings, "raw", { value: Object.freeze(raw) }));`
      : undefined,
};

/** Share of characters outside of Latin-1 below which escaping them saves memory. */
const fewCharacters = 0.05;

/** V8 keeps a source text in two bytes per character if one of its characters is outside of Latin-1. */
const shortenText: Plugin = {
  name: "shorten-text",
  generateBundle(_options, bundle) {
    const wide = /(?<!\\)[^\0-\u00FF]/g;
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || (chunk.code.match(wide)?.length ?? 0) > chunk.code.length * fewCharacters) continue;
      chunk.code = chunk.code.replace(wide, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    }
  },
};

if (import.meta.main) {
  const isInstalled = await import("rolldown").then(
    () => true,
    () => false,
  );
  const isUnchanging = process.argv.includes("--unchanging");
  const isCurrent = !isUnchanging && builtFile("run") !== undefined;
  // `npx` in the checkout runs `prepare` as well: a running server needs the files of its build.
  if (isCurrent) process.stderr.write("The build is up to date.\n");
  else if (isInstalled) await build(path.join(import.meta.dirname, ".."), { isUnchanging });
  else if (isUnchanging) throw new Error("Rolldown is not installed.");
  else process.stderr.write("Rolldown is not installed. Lectern runs from its sources.\n");
}
