import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../build.ts";
import { keptFiles } from "../prune-packages.ts";
import { programsOf } from "./programs.ts";

export const root = path.join(import.meta.dirname, "../..");

/** Writes what a release runs into a folder. `packages` has the packages of another platform. */
export async function stageRelease(folder: string, target: "package" | "archive", packages = root): Promise<void> {
  await stageProgram(folder);
  for (const { file } of keptFiles(packages, target)) copy(path.join(packages, file), path.join(folder, file));
}

/** Writes the compiled server with its programs, the files of `src` that it reads, and the served documents. */
export async function stageProgram(folder: string): Promise<void> {
  for (const name of ["package.json", "src", "docs/guides", "docs/operations", "docs/reference"])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  await build(folder, { isUnchanging: true, programs: programsOf(folder) });
  rmSync(path.join(folder, "node_modules"));
  // The build has their code. What remains are migrations, fonts and the files of the demo.
  for (const file of globSync(["src/**/*.ts", "src/**/GLOSSARY.md", "src/**/tsconfig.json"], { cwd: folder }))
    rmSync(path.join(folder, file));
  for (const name of ["LICENSE", "NOTICE"]) copy(path.join(root, name), path.join(folder, name));
  // The one of the repository is for a checkout.
  copy(path.join(import.meta.dirname, "readme.md"), path.join(folder, "README.md"));
  // `npm run build:sdk` has written it (docs/how-to/release.md).
  const sdk = "packages/sdk/sdk.tgz";
  if (existsSync(path.join(root, sdk))) copy(path.join(root, sdk), path.join(folder, sdk));
  const command = path.join(folder, "bin/lectern.js");
  copy(path.join(import.meta.dirname, "lectern.js"), command);
  chmodSync(command, 0o755);
}

/** Copies a file. A relative link to a library stays one. */
export function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { verbatimSymlinks: lstatSync(from).isSymbolicLink() });
}

export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-pack-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
