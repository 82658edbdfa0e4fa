import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../../../tools/build.ts";
import { keptFiles } from "../../../tools/prune-packages.ts";

const root = path.join(import.meta.dirname, "../../..");

/**
 * A folder with what the image has at /app: the sources, the build, and the packages without what a server never reads.
 */
export async function aServerTree(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-image-"));
  for (const name of ["package.json", "src", "docs/guides", "docs/operations", "docs/reference"])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const { file } of keptFiles(root, "image")) {
    const copy = path.join(folder, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(path.join(root, file), copy);
  }
  await build(folder, { isUnchanging: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
