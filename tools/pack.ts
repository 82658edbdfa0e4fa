import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  databaseManifest,
  databasesOf,
  type PlatformProgram,
  publishedManifest,
  readManifest,
  runtimeManifest,
  runtimesOf,
} from "./package/manifest.ts";
import { stagePostgresql } from "./package/postgresql.ts";
import { copy, copyNode, root, stageRelease, withFolder } from "./package/stage.ts";

/*
 * Packs what a release publishes (docs/decisions/0083): the package `lectern`, `@lectern/postgresql-<platform>`, its
 * database, and `@lectern/runtime-<platform>`, the Node.js for machines with an older one.
 *
 *   npm run build:package -- dist                    for this platform
 *   npm run build:package -- dist --all-platforms    downloads the programs of the other platforms
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
export async function packRuntime(runtime: PlatformProgram, into: string): Promise<string> {
  return withFolder(async (folder) => {
    const source = path.join(packagesWith(runtime, folder), "node_modules", runtime.source);
    const packed = path.join(folder, "packed");
    copy(path.join(source, "LICENSE"), path.join(packed, "LICENSE"));
    copyNode(path.join(source, "bin/node"), path.join(packed, "bin/node"));
    return pack(packed, runtimeManifest(root, runtime), into);
  });
}

/** Packs the PostgreSQL of a platform into a folder and returns the file. */
export async function packDatabase(database: PlatformProgram, into: string): Promise<string> {
  return withFolder(async (folder) => {
    const packed = path.join(folder, "packed");
    stagePostgresql(packagesWith(database, folder), database.platform, packed);
    copy(path.join(root, "NOTICE"), path.join(packed, "NOTICE"));
    return pack(packed, databaseManifest(root, database), into);
  });
}

/** Returns the folder whose node_modules has the package. Those of other platforms are downloaded, not installed. */
function packagesWith({ source, version }: PlatformProgram, folder: string): string {
  if (existsSync(path.join(root, "node_modules", source))) return root;
  const [packed = ""] = npm(["pack", `${source}@${version}`, "--json"], folder);
  const unpacked = path.join(folder, "node_modules", source);
  mkdirSync(unpacked, { recursive: true });
  execFileSync("tar", ["-xzf", path.join(folder, packed), "--strip-components=1"], { cwd: unpacked });
  return folder;
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
  const isPacked = ({ platform }: PlatformProgram) => platform === here || process.argv.includes("--all-platforms");
  for (const file of await packLectern(into)) process.stdout.write(`${file}\n`);
  for (const runtime of runtimesOf(root).filter(isPacked))
    process.stdout.write(`${await packRuntime(runtime, into)}\n`);
  for (const database of databasesOf(root).filter(isPacked))
    process.stdout.write(`${await packDatabase(database, into)}\n`);
}
