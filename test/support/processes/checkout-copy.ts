import { execFile } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../data/source-tree.ts";

const folders = ["src", "test", "tools", "docs", "bench", "examples", "packages"];
const files = [
  // Results of benchmarks are not checked.
  ".gitignore",
  "package.json",
  "tsconfig.json",
  ".oxfmtrc.json",
  ".oxlintrc.json",
  "redocly.yaml",
  "cspell.json",
  "knip.json",
  ".spectral.yaml",
];

const isSource = (file: string): boolean => !file.includes("node_modules");

/** A copy of the checkout that a test may change. */
export interface CheckoutCopy {
  folder: string;
  /** Runs a program there. Rejects if it fails. */
  run(command: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }>;
  remove(): void;
}

export function copyCheckout(): CheckoutCopy {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-checkout-"));
  for (const name of folders) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isSource });
  }
  for (const name of [...files, ...globSync("*.md", { cwd: root })])
    cpSync(path.join(root, name), path.join(folder, name));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return {
    folder,
    run(command, args) {
      const { NODE_TEST_CONTEXT: _ofThisTest, ...inherited } = process.env;
      const env = { ...inherited, NODE_COMPILE_CACHE: path.join(folder, "node_modules/.cache/lectern") };
      return promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
